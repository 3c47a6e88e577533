"""Six calls of the generated client against a real server. Fails on any unexpected answer."""

import datetime
import os

from client import AuthenticatedClient
from client.api.devices import list_devices, register_device
from client.api.fitness_data import get_usage, list_point_types, read_points, upload_points
from client.api.sign_in import get_current_user
from client.models import FitnessDataPoint, PointUpload, RegisterDeviceRequest

with AuthenticatedClient(
    base_url=os.environ["LOCKSTEP_URL"],
    token=os.environ["LOCKSTEP_TOKEN"],
    raise_on_unexpected_status=True,
) as client:
    assert get_current_user.sync(client=client).username == "admin"

    device = RegisterDeviceRequest(type_="watch", name="test watch", capabilities=["heart_rate"])
    register_device.sync(client=client, body=device)
    assert [it.name for it in list_devices.sync(client=client).devices] == ["test watch"]

    point = FitnessDataPoint(
        timestamp=datetime.datetime(2026, 1, 31, 6, 30, tzinfo=datetime.timezone.utc),
        type_="heart_rate",
        value=62,
        unit="bpm",
        device="test watch",
    )
    stored = upload_points.sync(client=client, body=PointUpload(data=[point]))
    assert stored.success and stored.processed_count == 1

    page = read_points.sync(client=client, limit=10)
    assert page.total == 1 and page.data[0].value == 62, page

    assert any(it.name == "heart_rate" for it in list_point_types.sync(client=client).types)
    assert get_usage.sync(client=client).quotas["series"].used == 1

print("openapi-python-client: six calls were answered as documented")
