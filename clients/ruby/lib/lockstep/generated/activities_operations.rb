# frozen_string_literal: true

# Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.

module Lockstep
  # Sports sessions, from imported files or detected in the points, with their figures and tracks.
  class ActivitiesOperations < Group
    DELETE_ACTIVITY = Operation.new(
      "DELETE",
      "/v1/sfdp/activities/{id}",
      :DeletedActivity,
      kinds: { "id" => :text, "points" => :text }
    )
    DETECT_ACTIVITIES = Operation.new(
      "POST",
      "/v1/sfdp/activities/detect",
      :DetectedActivities,
      kinds: { "endDate" => :text, "startDate" => :text }
    )
    GET_ACTIVITY = Operation.new(
      "GET",
      "/v1/sfdp/activities/{id}",
      :ActivityDetails,
      kinds: { "id" => :text }
    )
    GET_ACTIVITY_TRACK = Operation.new(
      "GET",
      "/v1/sfdp/activities/{id}/track",
      :ActivityTrack,
      kinds: { "id" => :text, "limit" => :integer }
    )
    LIST_ACTIVITIES = Operation.new(
      "GET",
      "/v1/sfdp/activities",
      :ActivityPage,
      kinds: { "cursor" => :text, "endDate" => :text, "limit" => :integer, "sport" => :text, "startDate" => :text }
    )
    LIST_ACTIVITIES_PAGES = Paging.new("activities", :Activity, "nextCursor")
    UPDATE_ACTIVITY = Operation.new(
      "PATCH",
      "/v1/sfdp/activities/{id}",
      :Activity,
      kinds: { "id" => :text, "name" => :text, "notes" => :text, "sport" => :text }
    )
    private_constant(
      :DELETE_ACTIVITY,
      :DETECT_ACTIVITIES,
      :GET_ACTIVITY,
      :GET_ACTIVITY_TRACK,
      :LIST_ACTIVITIES,
      :LIST_ACTIVITIES_PAGES,
      :UPDATE_ACTIVITY
    )

    # Delete an activity. Its points are kept unless `points=delete`.
    #
    # @param id [String] The id of the activity
    # @param points [String, nil] `delete` also deletes the points that the activity's own devices
    #   recorded between its start and its end. Default: `keep`. One of "keep", "delete".
    # @param options [CallOptions, Hash, nil] Options of this call.
    # @return [Models::DeletedActivity]
    # @raise [ApiError] 404 NOT_FOUND: the resource does not exist or belongs to another account.
    # @raise [ApiError] 422 ENCRYPTION_ERROR: the requested encryption is not available, or a stored
    #   key is lost or damaged.
    def delete_activity(id, points: nil, options: nil)
      request(DELETE_ACTIVITY, { path: { "id" => id }, query: { "points" => points } }, options)
    end

    # Detect sustained efforts in the points of a range and store them as activities.
    #
    # An effort has at least 10 minutes of moderate or higher intensity and lasts at most 3 days.
    # Efforts within stored activities are not stored again. A request stores at most 1000
    # activities; `nextStartDate` is the start of the next request. If the account reaches its
    # quota, the request fails, and the activities stored before are kept.
    #
    # @param end_date [String, nil] The end of the range; a date includes the whole day. Default:
    #   the latest point. At most 400 days after the start.
    # @param start_date [String, nil] The start of the range: RFC 3339, or a date in the profile's
    #   time zone. Default: 168 hours before the end.
    # @param options [CallOptions, Hash, nil] Options of this call.
    # @return [Models::DetectedActivities]
    # @raise [ApiError] 409 CONFLICT: the current state of the resource does not allow the request;
    #   `message` says why.
    # @raise [ApiError] 422 ENCRYPTION_ERROR: the requested encryption is not available, or a stored
    #   key is lost or damaged.
    def detect_activities(end_date: UNSET, start_date: UNSET, options: nil)
      request(DETECT_ACTIVITIES, { json: { "endDate" => end_date, "startDate" => start_date } }, options)
    end

    # Get an activity with its figures.
    #
    # @param id [String] The id of the activity
    # @param options [CallOptions, Hash, nil] Options of this call.
    # @return [Models::ActivityDetails]
    # @raise [ApiError] 404 NOT_FOUND: the resource does not exist or belongs to another account.
    # @raise [ApiError] 422 ENCRYPTION_ERROR: the requested encryption is not available, or a stored
    #   key is lost or damaged.
    def get_activity(id, options: nil)
      request(GET_ACTIVITY, { path: { "id" => id } }, options)
    end

    # Get the track of an activity: positions of the device that recorded the most.
    #
    # Of more than `limit` positions, evenly chosen ones are returned.
    #
    # @param id [String] The id of the activity
    # @param limit [Integer, nil] The maximum number of positions. They are chosen evenly and
    #   include the first and the last position. Default: 1000.
    # @param options [CallOptions, Hash, nil] Options of this call.
    # @return [Models::ActivityTrack]
    # @raise [ApiError] 404 NOT_FOUND: the resource does not exist or belongs to another account.
    # @raise [ApiError] 422 ENCRYPTION_ERROR: the requested encryption is not available, or a stored
    #   key is lost or damaged.
    def get_activity_track(id, limit: nil, options: nil)
      request(GET_ACTIVITY_TRACK, { path: { "id" => id }, query: { "limit" => limit } }, options)
    end

    # List activities, newest first.
    #
    # @param start_date [String, nil] Activities that start at this time or later: RFC 3339, or a
    #   date in the profile's time zone.
    # @param end_date [String, nil] Activities that start at this time or earlier; a date includes
    #   the whole day.
    # @param sport [String, nil] Only activities of this sport.
    # @param limit [Integer, nil] The maximum number of activities. Default: 100.
    # @param cursor [String, nil] `nextCursor` of the previous page.
    # @param options [CallOptions, Hash, nil] Options of this call.
    # @return [Models::ActivityPage]
    # @raise [ApiError] 422 ENCRYPTION_ERROR: the requested encryption is not available, or a stored
    #   key is lost or damaged.
    def list_activities(start_date: nil, end_date: nil, sport: nil, limit: nil, cursor: nil, options: nil)
      request(
        LIST_ACTIVITIES,
        {
          query: {
            "startDate" => start_date,
            "endDate" => end_date,
            "sport" => sport,
            "limit" => limit,
            "cursor" => cursor
          }
        },
        options
      )
    end

    # List activities, newest first.
    #
    # Returns the entries of all pages. A page is requested when its first entry is.
    #
    # @param start_date [String, nil] Activities that start at this time or later: RFC 3339, or a
    #   date in the profile's time zone.
    # @param end_date [String, nil] Activities that start at this time or earlier; a date includes
    #   the whole day.
    # @param sport [String, nil] Only activities of this sport.
    # @param limit [Integer, nil] The maximum number of activities. Default: 100.
    # @param cursor [String, nil] `nextCursor` of the previous page.
    # @param options [CallOptions, Hash, nil] Options of this call.
    # @return [Enumerator<Models::Activity>]
    # @raise [ApiError] 422 ENCRYPTION_ERROR: the requested encryption is not available, or a stored
    #   key is lost or damaged.
    def list_activities_all(start_date: nil, end_date: nil, sport: nil, limit: nil, cursor: nil, options: nil)
      pages(
        LIST_ACTIVITIES,
        LIST_ACTIVITIES_PAGES,
        {
          query: {
            "startDate" => start_date,
            "endDate" => end_date,
            "sport" => sport,
            "limit" => limit,
            "cursor" => cursor
          }
        },
        options
      )
    end

    # Update the sport, the name or the notes of an activity.
    #
    # A missing field stays unchanged. Null resets a field to the value of the files.
    #
    # @param id [String] The id of the activity
    # @param name [String, nil] The name, at most 200 characters.
    # @param notes [String, nil] Notes, at most 2000 characters.
    # @param sport [String, nil] The sport: at most 64 of a-z, 0-9 and _.
    # @param options [CallOptions, Hash, nil] Options of this call.
    # @return [Models::Activity]
    # @raise [ApiError] 404 NOT_FOUND: the resource does not exist or belongs to another account.
    # @raise [ApiError] 409 CONFLICT: the current state of the resource does not allow the request;
    #   `message` says why.
    # @raise [ApiError] 422 ENCRYPTION_ERROR: the requested encryption is not available, or a stored
    #   key is lost or damaged.
    def update_activity(id, name: UNSET, notes: UNSET, sport: UNSET, options: nil)
      request(
        UPDATE_ACTIVITY,
        {
          path: { "id" => id },
          json: { "name" => name, "notes" => notes, "sport" => sport }
        },
        options
      )
    end
  end
end
