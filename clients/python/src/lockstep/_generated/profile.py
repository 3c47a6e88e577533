# Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
"""Facts about the athlete that metrics use, such as birth date, maximum heart rate and time zone."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence

from .._group import AsyncGroup, Group
from .._operation import UNSET, Arguments, CallOptions, Json, Operation
from . import models as m

_GET_PROFILE: Operation[m.Profile] = Operation("GET", "/v1/sfdp/profile", m.Profile)

_REPLACE_PROFILE: Operation[m.Profile] = Operation("PUT", "/v1/sfdp/profile", m.Profile)

_UPDATE_PROFILE: Operation[m.Profile] = Operation("PATCH", "/v1/sfdp/profile", m.Profile)


class ProfileOperations(Group):
    """Facts about the athlete that metrics use, such as birth date, maximum heart rate and time zone."""

    def get_profile(
        self,
        *,
        options: CallOptions | None = None,
    ) -> m.Profile:
        """Get the caller's profile.

        Raises:
            ApiError: 422 ENCRYPTION_ERROR: the requested encryption is not available, or a stored
                key is lost or damaged.
        """
        return self._call(
            _GET_PROFILE,
            Arguments(),
            options,
        )

    def replace_profile(
        self,
        *,
        birth_date: dt.date | None = UNSET,
        functional_threshold_power: float | None = UNSET,
        goals: Sequence[m.Goal | Json] | None = UNSET,
        max_heart_rate: float | None = UNSET,
        resting_heart_rate: float | None = UNSET,
        sex: m.Sex | None = UNSET,
        time_zone: str | None = UNSET,
        weight_kg: float | None = UNSET,
        options: CallOptions | None = None,
    ) -> m.Profile:
        """Replace the caller's profile. A missing field becomes unknown; use `PATCH` to change single
        fields.

        Args:
            birth_date: The date of birth, `YYYY-MM-DD`.
            functional_threshold_power: The threshold power in watts, 30 to 800.
            goals: The goals, at most 20.
            max_heart_rate: The maximum heart rate in beats per minute, 100 to 250.
            resting_heart_rate: The resting heart rate in beats per minute, 25 to 120.
            sex: The sex used by formulas.
            time_zone: The IANA name of the time zone in which days begin and end. Null: UTC.
            weight_kg: The body weight in kilograms, 2 to 500.

        Raises:
            ApiError: 409 CONFLICT: the current state of the resource does not allow the request;
                `message` says why.
            ApiError: 422 ENCRYPTION_ERROR: the requested encryption is not available, or a stored
                key is lost or damaged.
        """
        return self._call(
            _REPLACE_PROFILE,
            Arguments(json={"birthDate": birth_date, "functionalThresholdPower": functional_threshold_power, "goals": goals, "maxHeartRate": max_heart_rate, "restingHeartRate": resting_heart_rate, "sex": sex, "timeZone": time_zone, "weightKg": weight_kg}),
            options,
        )

    def update_profile(
        self,
        *,
        birth_date: dt.date | None = UNSET,
        functional_threshold_power: float | None = UNSET,
        goals: Sequence[m.Goal | Json] | None = UNSET,
        max_heart_rate: float | None = UNSET,
        resting_heart_rate: float | None = UNSET,
        sex: m.Sex | None = UNSET,
        time_zone: str | None = UNSET,
        weight_kg: float | None = UNSET,
        options: CallOptions | None = None,
    ) -> m.Profile:
        """Change single fields of the caller's profile.

        The body is a JSON merge patch (RFC 7396): a field of the body replaces the stored one, null
        removes it, and a missing field stays unchanged.

        Args:
            birth_date: The date of birth, `YYYY-MM-DD`.
            functional_threshold_power: The threshold power in watts, 30 to 800.
            goals: The goals, at most 20; they replace all stored goals.
            max_heart_rate: The maximum heart rate in beats per minute, 100 to 250.
            resting_heart_rate: The resting heart rate in beats per minute, 25 to 120.
            sex: The sex used by formulas.
            time_zone: The IANA name of the time zone in which days begin and end. Null: UTC.
            weight_kg: The body weight in kilograms, 2 to 500.

        Raises:
            ApiError: 409 CONFLICT: the current state of the resource does not allow the request;
                `message` says why.
            ApiError: 422 ENCRYPTION_ERROR: the requested encryption is not available, or a stored
                key is lost or damaged.
        """
        return self._call(
            _UPDATE_PROFILE,
            Arguments(json={"birthDate": birth_date, "functionalThresholdPower": functional_threshold_power, "goals": goals, "maxHeartRate": max_heart_rate, "restingHeartRate": resting_heart_rate, "sex": sex, "timeZone": time_zone, "weightKg": weight_kg}),
            options,
        )


class AsyncProfileOperations(AsyncGroup):
    """Facts about the athlete that metrics use, such as birth date, maximum heart rate and time zone."""

    async def get_profile(
        self,
        *,
        options: CallOptions | None = None,
    ) -> m.Profile:
        """Get the caller's profile.

        Raises:
            ApiError: 422 ENCRYPTION_ERROR: the requested encryption is not available, or a stored
                key is lost or damaged.
        """
        return await self._call(
            _GET_PROFILE,
            Arguments(),
            options,
        )

    async def replace_profile(
        self,
        *,
        birth_date: dt.date | None = UNSET,
        functional_threshold_power: float | None = UNSET,
        goals: Sequence[m.Goal | Json] | None = UNSET,
        max_heart_rate: float | None = UNSET,
        resting_heart_rate: float | None = UNSET,
        sex: m.Sex | None = UNSET,
        time_zone: str | None = UNSET,
        weight_kg: float | None = UNSET,
        options: CallOptions | None = None,
    ) -> m.Profile:
        """Replace the caller's profile. A missing field becomes unknown; use `PATCH` to change single
        fields.

        Args:
            birth_date: The date of birth, `YYYY-MM-DD`.
            functional_threshold_power: The threshold power in watts, 30 to 800.
            goals: The goals, at most 20.
            max_heart_rate: The maximum heart rate in beats per minute, 100 to 250.
            resting_heart_rate: The resting heart rate in beats per minute, 25 to 120.
            sex: The sex used by formulas.
            time_zone: The IANA name of the time zone in which days begin and end. Null: UTC.
            weight_kg: The body weight in kilograms, 2 to 500.

        Raises:
            ApiError: 409 CONFLICT: the current state of the resource does not allow the request;
                `message` says why.
            ApiError: 422 ENCRYPTION_ERROR: the requested encryption is not available, or a stored
                key is lost or damaged.
        """
        return await self._call(
            _REPLACE_PROFILE,
            Arguments(json={"birthDate": birth_date, "functionalThresholdPower": functional_threshold_power, "goals": goals, "maxHeartRate": max_heart_rate, "restingHeartRate": resting_heart_rate, "sex": sex, "timeZone": time_zone, "weightKg": weight_kg}),
            options,
        )

    async def update_profile(
        self,
        *,
        birth_date: dt.date | None = UNSET,
        functional_threshold_power: float | None = UNSET,
        goals: Sequence[m.Goal | Json] | None = UNSET,
        max_heart_rate: float | None = UNSET,
        resting_heart_rate: float | None = UNSET,
        sex: m.Sex | None = UNSET,
        time_zone: str | None = UNSET,
        weight_kg: float | None = UNSET,
        options: CallOptions | None = None,
    ) -> m.Profile:
        """Change single fields of the caller's profile.

        The body is a JSON merge patch (RFC 7396): a field of the body replaces the stored one, null
        removes it, and a missing field stays unchanged.

        Args:
            birth_date: The date of birth, `YYYY-MM-DD`.
            functional_threshold_power: The threshold power in watts, 30 to 800.
            goals: The goals, at most 20; they replace all stored goals.
            max_heart_rate: The maximum heart rate in beats per minute, 100 to 250.
            resting_heart_rate: The resting heart rate in beats per minute, 25 to 120.
            sex: The sex used by formulas.
            time_zone: The IANA name of the time zone in which days begin and end. Null: UTC.
            weight_kg: The body weight in kilograms, 2 to 500.

        Raises:
            ApiError: 409 CONFLICT: the current state of the resource does not allow the request;
                `message` says why.
            ApiError: 422 ENCRYPTION_ERROR: the requested encryption is not available, or a stored
                key is lost or damaged.
        """
        return await self._call(
            _UPDATE_PROFILE,
            Arguments(json={"birthDate": birth_date, "functionalThresholdPower": functional_threshold_power, "goals": goals, "maxHeartRate": max_heart_rate, "restingHeartRate": resting_heart_rate, "sex": sex, "timeZone": time_zone, "weightKg": weight_kg}),
            options,
        )
