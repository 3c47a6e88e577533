# Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
"""Sports sessions, from imported files or detected in the points, with their figures and tracks."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator

from .._group import AsyncGroup, Group
from .._operation import UNSET, Arguments, CallOptions, Operation, Paging
from . import models as m

_DELETE_ACTIVITY: Operation[m.DeletedActivity] = Operation("DELETE", "/v1/sfdp/activities/{id}", m.DeletedActivity)

_DETECT_ACTIVITIES: Operation[m.DetectedActivities] = Operation("POST", "/v1/sfdp/activities/detect", m.DetectedActivities)

_GET_ACTIVITY: Operation[m.ActivityDetails] = Operation("GET", "/v1/sfdp/activities/{id}", m.ActivityDetails)

_GET_ACTIVITY_TRACK: Operation[m.ActivityTrack] = Operation("GET", "/v1/sfdp/activities/{id}/track", m.ActivityTrack)

_LIST_ACTIVITIES: Operation[m.ActivityPage] = Operation("GET", "/v1/sfdp/activities", m.ActivityPage)
_LIST_ACTIVITIES_PAGES: Paging[m.Activity] = Paging("activities", m.Activity, "nextCursor")

_UPDATE_ACTIVITY: Operation[m.Activity] = Operation("PATCH", "/v1/sfdp/activities/{id}", m.Activity)


class ActivitiesOperations(Group):
    """Sports sessions, from imported files or detected in the points, with their figures and tracks."""

    def delete_activity(
        self,
        id: str,
        *,
        points: m.PointRetention | None = None,
        options: CallOptions | None = None,
    ) -> m.DeletedActivity:
        """Delete an activity. Its points are kept unless `points=delete`.

        Args:
            id: The id of the activity
            points: `delete` also deletes the points that the activity's own devices recorded
                between its start and its end. Default: `keep`.

        Raises:
            ApiError: 404 NOT_FOUND: the resource does not exist or belongs to another account.
            ApiError: 422 ENCRYPTION_ERROR: the requested encryption is not available, or a stored
                key is lost or damaged.
        """
        return self._call(
            _DELETE_ACTIVITY,
            Arguments(path={"id": id}, query={"points": points}),
            options,
        )

    def detect_activities(
        self,
        *,
        end_date: str | None = UNSET,
        start_date: str | None = UNSET,
        options: CallOptions | None = None,
    ) -> m.DetectedActivities:
        """Detect sustained efforts in the points of a range and store them as activities.

        An effort has at least 10 minutes of moderate or higher intensity and lasts at most 3 days.
        Efforts within stored activities are not stored again. A request stores at most 1000
        activities; `nextStartDate` is the start of the next request. If the account reaches its
        quota, the request fails, and the activities stored before are kept.

        Args:
            end_date: The end of the range; a date includes the whole day. Default: the latest
                point. At most 400 days after the start.
            start_date: The start of the range: RFC 3339, or a date in the profile's time zone.
                Default: 168 hours before the end.

        Raises:
            ApiError: 409 CONFLICT: the current state of the resource does not allow the request;
                `message` says why.
            ApiError: 422 ENCRYPTION_ERROR: the requested encryption is not available, or a stored
                key is lost or damaged.
        """
        return self._call(
            _DETECT_ACTIVITIES,
            Arguments(json={"endDate": end_date, "startDate": start_date}),
            options,
        )

    def get_activity(
        self,
        id: str,
        *,
        options: CallOptions | None = None,
    ) -> m.ActivityDetails:
        """Get an activity with its figures.

        Args:
            id: The id of the activity

        Raises:
            ApiError: 404 NOT_FOUND: the resource does not exist or belongs to another account.
            ApiError: 422 ENCRYPTION_ERROR: the requested encryption is not available, or a stored
                key is lost or damaged.
        """
        return self._call(
            _GET_ACTIVITY,
            Arguments(path={"id": id}),
            options,
        )

    def get_activity_track(
        self,
        id: str,
        *,
        limit: int | None = None,
        options: CallOptions | None = None,
    ) -> m.ActivityTrack:
        """Get the track of an activity: positions of the device that recorded the most.

        Of more than `limit` positions, evenly chosen ones are returned.

        Args:
            id: The id of the activity
            limit: The maximum number of positions. They are chosen evenly and include the first and
                the last position. Default: 1000.

        Raises:
            ApiError: 404 NOT_FOUND: the resource does not exist or belongs to another account.
            ApiError: 422 ENCRYPTION_ERROR: the requested encryption is not available, or a stored
                key is lost or damaged.
        """
        return self._call(
            _GET_ACTIVITY_TRACK,
            Arguments(path={"id": id}, query={"limit": limit}),
            options,
        )

    def list_activities(
        self,
        *,
        start_date: str | None = None,
        end_date: str | None = None,
        sport: str | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> m.ActivityPage:
        """List activities, newest first.

        Args:
            start_date: Activities that start at this time or later: RFC 3339, or a date in the
                profile's time zone.
            end_date: Activities that start at this time or earlier; a date includes the whole day.
            sport: Only activities of this sport.
            limit: The maximum number of activities. Default: 100.
            cursor: `nextCursor` of the previous page.

        Raises:
            ApiError: 422 ENCRYPTION_ERROR: the requested encryption is not available, or a stored
                key is lost or damaged.
        """
        return self._call(
            _LIST_ACTIVITIES,
            Arguments(query={"startDate": start_date, "endDate": end_date, "sport": sport, "limit": limit, "cursor": cursor}),
            options,
        )

    def list_activities_all(
        self,
        *,
        start_date: str | None = None,
        end_date: str | None = None,
        sport: str | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> Iterator[m.Activity]:
        """List activities, newest first.

        Returns the entries of all pages. A page is requested when its first entry is.

        Args:
            start_date: Activities that start at this time or later: RFC 3339, or a date in the
                profile's time zone.
            end_date: Activities that start at this time or earlier; a date includes the whole day.
            sport: Only activities of this sport.
            limit: The maximum number of activities. Default: 100.
            cursor: `nextCursor` of the previous page.

        Raises:
            ApiError: 422 ENCRYPTION_ERROR: the requested encryption is not available, or a stored
                key is lost or damaged.
        """
        return self._pages(
            _LIST_ACTIVITIES,
            _LIST_ACTIVITIES_PAGES,
            Arguments(query={"startDate": start_date, "endDate": end_date, "sport": sport, "limit": limit, "cursor": cursor}),
            options,
        )

    def update_activity(
        self,
        id: str,
        *,
        name: str | None = UNSET,
        notes: str | None = UNSET,
        sport: str | None = UNSET,
        options: CallOptions | None = None,
    ) -> m.Activity:
        """Update the sport, the name or the notes of an activity.

        A missing field stays unchanged. Null resets a field to the value of the files.

        Args:
            id: The id of the activity
            name: The name, at most 200 characters.
            notes: Notes, at most 2000 characters.
            sport: The sport: at most 64 of a-z, 0-9 and _.

        Raises:
            ApiError: 404 NOT_FOUND: the resource does not exist or belongs to another account.
            ApiError: 409 CONFLICT: the current state of the resource does not allow the request;
                `message` says why.
            ApiError: 422 ENCRYPTION_ERROR: the requested encryption is not available, or a stored
                key is lost or damaged.
        """
        return self._call(
            _UPDATE_ACTIVITY,
            Arguments(path={"id": id}, json={"name": name, "notes": notes, "sport": sport}),
            options,
        )


class AsyncActivitiesOperations(AsyncGroup):
    """Sports sessions, from imported files or detected in the points, with their figures and tracks."""

    async def delete_activity(
        self,
        id: str,
        *,
        points: m.PointRetention | None = None,
        options: CallOptions | None = None,
    ) -> m.DeletedActivity:
        """Delete an activity. Its points are kept unless `points=delete`.

        Args:
            id: The id of the activity
            points: `delete` also deletes the points that the activity's own devices recorded
                between its start and its end. Default: `keep`.

        Raises:
            ApiError: 404 NOT_FOUND: the resource does not exist or belongs to another account.
            ApiError: 422 ENCRYPTION_ERROR: the requested encryption is not available, or a stored
                key is lost or damaged.
        """
        return await self._call(
            _DELETE_ACTIVITY,
            Arguments(path={"id": id}, query={"points": points}),
            options,
        )

    async def detect_activities(
        self,
        *,
        end_date: str | None = UNSET,
        start_date: str | None = UNSET,
        options: CallOptions | None = None,
    ) -> m.DetectedActivities:
        """Detect sustained efforts in the points of a range and store them as activities.

        An effort has at least 10 minutes of moderate or higher intensity and lasts at most 3 days.
        Efforts within stored activities are not stored again. A request stores at most 1000
        activities; `nextStartDate` is the start of the next request. If the account reaches its
        quota, the request fails, and the activities stored before are kept.

        Args:
            end_date: The end of the range; a date includes the whole day. Default: the latest
                point. At most 400 days after the start.
            start_date: The start of the range: RFC 3339, or a date in the profile's time zone.
                Default: 168 hours before the end.

        Raises:
            ApiError: 409 CONFLICT: the current state of the resource does not allow the request;
                `message` says why.
            ApiError: 422 ENCRYPTION_ERROR: the requested encryption is not available, or a stored
                key is lost or damaged.
        """
        return await self._call(
            _DETECT_ACTIVITIES,
            Arguments(json={"endDate": end_date, "startDate": start_date}),
            options,
        )

    async def get_activity(
        self,
        id: str,
        *,
        options: CallOptions | None = None,
    ) -> m.ActivityDetails:
        """Get an activity with its figures.

        Args:
            id: The id of the activity

        Raises:
            ApiError: 404 NOT_FOUND: the resource does not exist or belongs to another account.
            ApiError: 422 ENCRYPTION_ERROR: the requested encryption is not available, or a stored
                key is lost or damaged.
        """
        return await self._call(
            _GET_ACTIVITY,
            Arguments(path={"id": id}),
            options,
        )

    async def get_activity_track(
        self,
        id: str,
        *,
        limit: int | None = None,
        options: CallOptions | None = None,
    ) -> m.ActivityTrack:
        """Get the track of an activity: positions of the device that recorded the most.

        Of more than `limit` positions, evenly chosen ones are returned.

        Args:
            id: The id of the activity
            limit: The maximum number of positions. They are chosen evenly and include the first and
                the last position. Default: 1000.

        Raises:
            ApiError: 404 NOT_FOUND: the resource does not exist or belongs to another account.
            ApiError: 422 ENCRYPTION_ERROR: the requested encryption is not available, or a stored
                key is lost or damaged.
        """
        return await self._call(
            _GET_ACTIVITY_TRACK,
            Arguments(path={"id": id}, query={"limit": limit}),
            options,
        )

    async def list_activities(
        self,
        *,
        start_date: str | None = None,
        end_date: str | None = None,
        sport: str | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> m.ActivityPage:
        """List activities, newest first.

        Args:
            start_date: Activities that start at this time or later: RFC 3339, or a date in the
                profile's time zone.
            end_date: Activities that start at this time or earlier; a date includes the whole day.
            sport: Only activities of this sport.
            limit: The maximum number of activities. Default: 100.
            cursor: `nextCursor` of the previous page.

        Raises:
            ApiError: 422 ENCRYPTION_ERROR: the requested encryption is not available, or a stored
                key is lost or damaged.
        """
        return await self._call(
            _LIST_ACTIVITIES,
            Arguments(query={"startDate": start_date, "endDate": end_date, "sport": sport, "limit": limit, "cursor": cursor}),
            options,
        )

    def list_activities_all(
        self,
        *,
        start_date: str | None = None,
        end_date: str | None = None,
        sport: str | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> AsyncIterator[m.Activity]:
        """List activities, newest first.

        Returns the entries of all pages. A page is requested when its first entry is.

        Args:
            start_date: Activities that start at this time or later: RFC 3339, or a date in the
                profile's time zone.
            end_date: Activities that start at this time or earlier; a date includes the whole day.
            sport: Only activities of this sport.
            limit: The maximum number of activities. Default: 100.
            cursor: `nextCursor` of the previous page.

        Raises:
            ApiError: 422 ENCRYPTION_ERROR: the requested encryption is not available, or a stored
                key is lost or damaged.
        """
        return self._pages(
            _LIST_ACTIVITIES,
            _LIST_ACTIVITIES_PAGES,
            Arguments(query={"startDate": start_date, "endDate": end_date, "sport": sport, "limit": limit, "cursor": cursor}),
            options,
        )

    async def update_activity(
        self,
        id: str,
        *,
        name: str | None = UNSET,
        notes: str | None = UNSET,
        sport: str | None = UNSET,
        options: CallOptions | None = None,
    ) -> m.Activity:
        """Update the sport, the name or the notes of an activity.

        A missing field stays unchanged. Null resets a field to the value of the files.

        Args:
            id: The id of the activity
            name: The name, at most 200 characters.
            notes: Notes, at most 2000 characters.
            sport: The sport: at most 64 of a-z, 0-9 and _.

        Raises:
            ApiError: 404 NOT_FOUND: the resource does not exist or belongs to another account.
            ApiError: 409 CONFLICT: the current state of the resource does not allow the request;
                `message` says why.
            ApiError: 422 ENCRYPTION_ERROR: the requested encryption is not available, or a stored
                key is lost or damaged.
        """
        return await self._call(
            _UPDATE_ACTIVITY,
            Arguments(path={"id": id}, json={"name": name, "notes": notes, "sport": sport}),
            options,
        )
