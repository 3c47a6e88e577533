"""The types of the API, such as `FitnessDataPoint`."""

from ._generated.models import *  # noqa: F403
from ._generated.models import __all__ as __all__  # noqa: PLC0414
