# frozen_string_literal: true

# Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.

module Lockstep
  # Points and blocks of points: upload, import, read, export and delete. Computed from them:
  # aggregates, charts, curves, heart-rate variability, metrics, insights and claims. Point types
  # and storage quotas.
  class FitnessOperations < Group
    AGGREGATE_POINTS = Operation.new(
      "POST",
      "/v1/sfdp/aggregate",
      :AggregateResult,
      kinds: { "device" => :text, "endDate" => :text, "operation" => :text, "startDate" => :text, "type" => :text }
    )
    DELETE_POINTS = Operation.new(
      "DELETE",
      "/v1/sfdp/data",
      :DeletedPoints,
      kinds: { "device" => :text, "endDate" => :text, "startDate" => :text, "type" => :text }
    )
    EXPORT_POINTS = Operation.new(
      "GET",
      "/v1/sfdp/export",
      [nil],
      kinds: { "device" => :text, "endDate" => :text, "format" => :text, "startDate" => :text, "type" => :text }
    )
    GENERATE_INSIGHTS = Operation.new(
      "POST",
      "/v1/sfdp/insights/generate",
      :InsightsResult,
      kinds: { "dataPoints" => [:FitnessDataPoint], "language" => :text, "timeframe" => :text, "types" => [:text] }
    )
    GET_HEART_RATE_VARIABILITY = Operation.new(
      "GET",
      "/v1/sfdp/hrv",
      :HeartRateVariability,
      kinds: { "device" => :text, "endDate" => :text, "startDate" => :text }
    )
    GET_LOAD_FORECAST = Operation.new(
      "GET",
      "/v1/sfdp/metrics/forecast",
      :LoadForecast,
      kinds: { "dailyLoad" => :number, "days" => :integer }
    )
    GET_MEAN_MAXIMAL_CURVE = Operation.new(
      "GET",
      "/v1/sfdp/curves",
      :MeanMaximalCurve,
      kinds: { "endDate" => :text, "sport" => :text, "startDate" => :text, "type" => :text }
    )
    GET_METRICS = Operation.new(
      "GET",
      "/v1/sfdp/metrics",
      :MetricsResult,
      kinds: { "endDate" => :text, "interval" => :text, "metrics" => :text, "startDate" => :text }
    )
    GET_SERIES = Operation.new(
      "GET",
      "/v1/sfdp/series",
      :SeriesResult,
      kinds: { "buckets" => :integer, "device" => :text, "endDate" => :text, "startDate" => :text, "types" => :text }
    )
    GET_USAGE = Operation.new("GET", "/v1/sfdp/usage", :AccountUsage)
    IMPORT_RECORDING = Operation.new(
      "POST",
      "/v1/sfdp/import",
      :ImportResult,
      kinds: { "encryptionMode" => :text, "participant" => :text }
    )
    LIST_BLOCKS = Operation.new(
      "GET",
      "/v1/sfdp/blocks",
      :ClientBlockPage,
      kinds: { "cursor" => :text, "device" => :text, "endDate" => :text, "limit" => :integer, "startDate" => :text, "type" => :text }
    )
    LIST_BLOCKS_PAGES = Paging.new("blocks", :ClientBlock, "nextCursor")
    LIST_INSIGHTS = Operation.new(
      "GET",
      "/v1/sfdp/insights",
      :InsightList,
      kinds: { "limit" => :integer }
    )
    LIST_POINT_TYPES = Operation.new("GET", "/v1/sfdp/types", :PointTypeCatalogue)
    LIST_STORED_SERIES = Operation.new(
      "GET",
      "/v1/sfdp/stored-series",
      :StoredSeriesPage,
      kinds: { "limit" => :integer, "page" => :integer }
    )
    LIST_STORED_SERIES_PAGES = Paging.new("series", :StoredSeries, nil)
    PROVE_DAYS = Operation.new(
      "POST",
      "/v1/sfdp/proofs",
      :ClaimProof,
      kinds: { "audience" => :text, "curve" => :text, "endDate" => :text, "expiresAt" => :text, "nonce" => :text, "scheme" => :text, "startDate" => :text, "statement" => :DailyBounds },
      takes_idempotency_key: true
    )
    READ_POINTS = Operation.new(
      "GET",
      "/v1/sfdp/data",
      :PointPage,
      kinds: { "cursor" => :text, "device" => :text, "endDate" => :text, "limit" => :integer, "offset" => :integer, "startDate" => :text, "type" => :text }
    )
    READ_POINTS_PAGES = Paging.new("data", :FitnessDataPoint, "nextCursor")
    UPLOAD_BLOCK = Operation.new(
      "POST",
      "/v1/sfdp/blocks",
      :StoredBlock,
      kinds: { "block" => :text, "device" => :text, "keyId" => :text, "timestamps" => [:text], "type" => :text },
      takes_idempotency_key: true
    )
    UPLOAD_POINTS = Operation.new(
      "POST",
      "/v1/sfdp/data",
      :PointUploadResult,
      kinds: { "chunkSize" => :integer, "data" => [:FitnessDataPoint], "encryptionMode" => :text },
      takes_idempotency_key: true
    )
    private_constant(
      :AGGREGATE_POINTS,
      :DELETE_POINTS,
      :EXPORT_POINTS,
      :GENERATE_INSIGHTS,
      :GET_HEART_RATE_VARIABILITY,
      :GET_LOAD_FORECAST,
      :GET_MEAN_MAXIMAL_CURVE,
      :GET_METRICS,
      :GET_SERIES,
      :GET_USAGE,
      :IMPORT_RECORDING,
      :LIST_BLOCKS,
      :LIST_BLOCKS_PAGES,
      :LIST_INSIGHTS,
      :LIST_POINT_TYPES,
      :LIST_STORED_SERIES,
      :LIST_STORED_SERIES_PAGES,
      :PROVE_DAYS,
      :READ_POINTS,
      :READ_POINTS_PAGES,
      :UPLOAD_BLOCK,
      :UPLOAD_POINTS
    )

    # Compute a sum, mean or variance over a range of points.
    #
    # Points of mode FHE are added as ciphertexts, and only the total is decrypted. Points that are
    # not in a block yet, and points of other modes, are added as numbers with the same rounding.
    #
    # @param end_date [String] The end of the range, inclusive; a date includes the whole day.
    # @param operation [String] One of "sum", "mean", "variance".
    # @param start_date [String] The start of the range, inclusive: RFC 3339, or a date in the
    #   profile's time zone.
    # @param type [String] The type of the points to aggregate; points of other types are not used.
    # @param device [String, nil] Only points of this device: the id or the name of a registered
    #   device of the account, or another name. The id of a device and its name find the same
    #   points.
    # @param options [CallOptions, Hash, nil] Options of this call.
    # @return [Models::AggregateResult]
    # @raise [ApiError] 409 CONFLICT: the current state of the resource does not allow the request;
    #   `message` says why.
    # @raise [ApiError] 422 ENCRYPTION_ERROR: the requested encryption is not available, or a stored
    #   key is lost or damaged.
    def aggregate_points(end_date:, operation:, start_date:, type:, device: UNSET, options: nil)
      request(
        AGGREGATE_POINTS,
        {
          json: {
            "endDate" => end_date,
            "operation" => operation,
            "startDate" => start_date,
            "type" => type,
            "device" => device
          }
        },
        options
      )
    end

    # Delete the points that match the filters; without a filter, all points.
    #
    # This cannot be undone.
    #
    # @param start_date [String, nil] The start of the range, inclusive: RFC 3339, or a date in the
    #   profile's time zone.
    # @param end_date [String, nil] The end of the range, inclusive; a date includes the whole day.
    # @param type [String, nil] Only points of this type.
    # @param device [String, nil] Only points of this device: the id or the name of a registered
    #   device of the account, or another name. The id of a device and its name find the same
    #   points.
    # @param options [CallOptions, Hash, nil] Options of this call.
    # @return [Models::DeletedPoints]
    # @raise [ApiError] 422 ENCRYPTION_ERROR: the requested encryption is not available, or a stored
    #   key is lost or damaged.
    def delete_points(start_date: nil, end_date: nil, type: nil, device: nil, options: nil)
      request(
        DELETE_POINTS,
        {
          query: {
            "startDate" => start_date,
            "endDate" => end_date,
            "type" => type,
            "device" => device
          }
        },
        options
      )
    end

    # Export points as a file, ordered by timestamp, type and device.
    #
    # The export ends at the latest point stored when it begins. Points changed during the export
    # appear in their old or their new version. An incomplete export is visible in HTTP: the last
    # chunk is missing, or the stream is reset.
    #
    # @param format [String, nil] `csv`: a table that `/import` reads back exactly. A text that
    #   begins with `=`, `+`, `-`, `@`, a tab or a carriage return is prefixed with an apostrophe,
    #   so that spreadsheets do not evaluate it as a formula; `/import` removes the apostrophe.
    #   `arrow`: an Arrow IPC stream with the same columns, which `POST /v1/sfdp/data` reads back
    #   exactly. `omh`: a JSON array of Open mHealth data points. `fhir`: a FHIR R4 bundle of
    #   observations. `activities`: a JSON array of the stored activities that start in the range,
    #   newest first, without the filters `type` and `device`. Default: `csv`. One of "csv",
    #   "arrow", "omh", "fhir", "activities".
    # @param start_date [String, nil] The start of the range, inclusive: RFC 3339, or a date in the
    #   profile's time zone.
    # @param end_date [String, nil] The end of the range, inclusive; a date includes the whole day.
    # @param type [String, nil] Only points of this type.
    # @param device [String, nil] Only points of this device: the id or the name of a registered
    #   device of the account, or another name. The id of a device and its name find the same
    #   points.
    # @param options [CallOptions, Hash, nil] Options of this call.
    # @return [Array<Hash{String => Object}>]
    # @raise [ApiError] 422 ENCRYPTION_ERROR: the requested encryption is not available, or a stored
    #   key is lost or damaged.
    def export_points(format: nil, start_date: nil, end_date: nil, type: nil, device: nil, options: nil)
      request(
        EXPORT_POINTS,
        {
          query: {
            "format" => format,
            "startDate" => start_date,
            "endDate" => end_date,
            "type" => type,
            "device" => device
          }
        },
        options
      )
    end

    # Export points as a file, ordered by timestamp, type and device.
    #
    # Yields the answer as a stream; without a block, returns it after it was read into memory.
    #
    # The export ends at the latest point stored when it begins. Points changed during the export
    # appear in their old or their new version. An incomplete export is visible in HTTP: the last
    # chunk is missing, or the stream is reset.
    #
    # @param accept [String] The media type of the answer. One of "application/fhir+json",
    #   "application/json", "application/vnd.apache.arrow.stream", "text/csv".
    # @param format [String, nil] `csv`: a table that `/import` reads back exactly. A text that
    #   begins with `=`, `+`, `-`, `@`, a tab or a carriage return is prefixed with an apostrophe,
    #   so that spreadsheets do not evaluate it as a formula; `/import` removes the apostrophe.
    #   `arrow`: an Arrow IPC stream with the same columns, which `POST /v1/sfdp/data` reads back
    #   exactly. `omh`: a JSON array of Open mHealth data points. `fhir`: a FHIR R4 bundle of
    #   observations. `activities`: a JSON array of the stored activities that start in the range,
    #   newest first, without the filters `type` and `device`. Default: `csv`. One of "csv",
    #   "arrow", "omh", "fhir", "activities".
    # @param start_date [String, nil] The start of the range, inclusive: RFC 3339, or a date in the
    #   profile's time zone.
    # @param end_date [String, nil] The end of the range, inclusive; a date includes the whole day.
    # @param type [String, nil] Only points of this type.
    # @param device [String, nil] Only points of this device: the id or the name of a registered
    #   device of the account, or another name. The id of a device and its name find the same
    #   points.
    # @param options [CallOptions, Hash, nil] Options of this call.
    # @return [Answer, Object]
    # @raise [ApiError] 422 ENCRYPTION_ERROR: the requested encryption is not available, or a stored
    #   key is lost or damaged.
    def export_points_stream(
      accept:,
      format: nil,
      start_date: nil,
      end_date: nil,
      type: nil,
      device: nil,
      options: nil,
      &block
    )
      stream(
        EXPORT_POINTS,
        {
          query: {
            "format" => format,
            "startDate" => start_date,
            "endDate" => end_date,
            "type" => type,
            "device" => device
          }
        },
        accept,
        options,
        &block
      )
    end

    # Generate insights from the account's data by documented rules.
    #
    # Each insight names its evidence. Rules with too little data are listed as skipped, with the
    # reason.
    #
    # @param data_points [Array<Models::FitnessDataPoint>, Hash, nil] Points to use instead of the
    #   stored ones; they are not stored. Absent or empty: the stored points. At most 100 000; one
    #   invalid point refuses the request.
    # @param language [String, nil] The language of the sentences: descriptions, recommendations and
    #   reasons. Names and evidence are the same in every language. Default: `en`. One of "en",
    #   "de".
    # @param timeframe [String, nil] Days, weeks, months or years up to the latest point, at most
    #   two years: `P30D` or `30d`. Default: "P30D".
    # @param types [Array<String>, nil] Default: all seven types. One of "trend", "anomaly",
    #   "recommendation", "goal", "recovery", "performance", "milestone".
    # @param options [CallOptions, Hash, nil] Options of this call.
    # @return [Models::InsightsResult]
    # @raise [ApiError] 409 CONFLICT: the current state of the resource does not allow the request;
    #   `message` says why.
    # @raise [ApiError] 422 ENCRYPTION_ERROR: the requested encryption is not available, or a stored
    #   key is lost or damaged.
    def generate_insights(data_points: UNSET, language: UNSET, timeframe: UNSET, types: UNSET, options: nil)
      request(
        GENERATE_INSIGHTS,
        {
          json: {
            "dataPoints" => data_points,
            "language" => language,
            "timeframe" => timeframe,
            "types" => types
          }
        },
        options
      )
    end

    # Get the heart-rate variability of RR intervals: rMSSD, SDNN and DFA-α1.
    #
    # At most 100 000 intervals (about two nights) are read. SDNN depends on the length of the
    # range; compare only ranges of equal length.
    #
    # @param start_date [String, nil] The start of the range, inclusive: RFC 3339, or a date in the
    #   profile's time zone. Default: 5 minutes before the end.
    # @param end_date [String, nil] The end of the range, inclusive; a date includes the whole day.
    #   Default: the latest RR interval.
    # @param device [String, nil] Only intervals of this device: the id or the name of a registered
    #   device of the account, or another name. The id of a device and its name find the same
    #   points. Default: the device with the most intervals in the range.
    # @param options [CallOptions, Hash, nil] Options of this call.
    # @return [Models::HeartRateVariability]
    # @raise [ApiError] 422 ENCRYPTION_ERROR: the requested encryption is not available, or a stored
    #   key is lost or damaged.
    def get_heart_rate_variability(start_date: nil, end_date: nil, device: nil, options: nil)
      request(
        GET_HEART_RATE_VARIABILITY,
        {
          query: {
            "startDate" => start_date,
            "endDate" => end_date,
            "device" => device
          }
        },
        options
      )
    end

    # Get a forecast of acute and chronic load from the latest point on.
    #
    # The recursion of the metrics `acuteLoad` and `chronicLoad` goes on with the given load for
    # each day (Calvert et al. 1976). It forecasts loads, not a performance.
    #
    # @param days [Integer, nil] The number of days. Default: 14.
    # @param daily_load [Numeric, nil] The training load of each day, in the unit of the metric
    #   `trainingLoad`; 0 for rest. Default: the chronic load, as if training went on as before.
    # @param options [CallOptions, Hash, nil] Options of this call.
    # @return [Models::LoadForecast]
    # @raise [ApiError] 422 ENCRYPTION_ERROR: the requested encryption is not available, or a stored
    #   key is lost or damaged.
    def get_load_forecast(days: nil, daily_load: nil, options: nil)
      request(GET_LOAD_FORECAST, { query: { "days" => days, "dailyLoad" => daily_load } }, options)
    end

    # Get the highest mean power, heart rate or speed over durations from 1 second to 5 hours.
    #
    # @param type [String] The type of the points. One of "power", "heart_rate", "speed".
    # @param start_date [String, nil] The start of the range, inclusive: RFC 3339, or a date in the
    #   profile's time zone. Default: 365 days before the end.
    # @param end_date [String, nil] The end of the range, inclusive; a date includes the whole day.
    #   Default: the latest point.
    # @param sport [String, nil] Only points of activities of this family of sports: `cycling`,
    #   `running`, `walking`, `swimming`, `rowing` or `skiing`. Default: all points of every sport.
    # @param options [CallOptions, Hash, nil] Options of this call.
    # @return [Models::MeanMaximalCurve]
    # @raise [ApiError] 422 ENCRYPTION_ERROR: the requested encryption is not available, or a stored
    #   key is lost or damaged.
    def get_mean_maximal_curve(type:, start_date: nil, end_date: nil, sport: nil, options: nil)
      request(
        GET_MEAN_MAXIMAL_CURVE,
        {
          query: {
            "type" => type,
            "startDate" => start_date,
            "endDate" => end_date,
            "sport" => sport
          }
        },
        options
      )
    end

    # Compute metrics of a range, with the inputs that they are based on.
    #
    # @param start_date [String, nil] The start of the range, inclusive: RFC 3339, or a date in the
    #   profile's time zone. Default: 168 hours before the end, which is no whole number of calendar
    #   days.
    # @param end_date [String, nil] The end of the range, inclusive; a date includes the whole day.
    #   Default: the latest point.
    # @param metrics [String, nil] Names separated by commas, from the fields of
    #   `PerformanceMetrics`. Default: heartRateZones,recoveryScore,trainingLoad,fatigueLevel.
    # @param interval [String, nil] Also return the metrics of each `day`, `week` (ISO 8601, from
    #   Monday) or `month` of the range, in the calendar of the profile's time zone. The first and
    #   the last row end at the limits of the range. A range with more than 366 rows is refused with
    #   400.
    # @param options [CallOptions, Hash, nil] Options of this call.
    # @return [Models::MetricsResult]
    # @raise [ApiError] 422 ENCRYPTION_ERROR: the requested encryption is not available, or a stored
    #   key is lost or damaged.
    def get_metrics(start_date: nil, end_date: nil, metrics: nil, interval: nil, options: nil)
      request(
        GET_METRICS,
        {
          query: {
            "startDate" => start_date,
            "endDate" => end_date,
            "metrics" => metrics,
            "interval" => interval
          }
        },
        options
      )
    end

    # Get the minimum, mean and maximum of points in equal intervals, for charts.
    #
    # The width of the buckets is a round duration, and they are aligned to calendar days. They stay
    # the same when the range moves by less than one bucket.
    #
    # @param types [String] 1 to 16 types, separated by commas.
    # @param device [String, nil] Only points of this device: the id or the name of a registered
    #   device of the account, or another name. The id of a device and its name find the same
    #   points. Default: the points of all devices.
    # @param start_date [String, nil] The start of the range, inclusive: RFC 3339, or a date in the
    #   profile's time zone. Default: 168 hours before the end, which is no whole number of calendar
    #   days.
    # @param end_date [String, nil] The end of the range, inclusive; a date includes the whole day.
    #   Default: the latest point.
    # @param buckets [Integer, nil] The maximum number of buckets, 1 to 2000. Default: 300.
    # @param options [CallOptions, Hash, nil] Options of this call.
    # @return [Models::SeriesResult]
    # @raise [ApiError] 422 ENCRYPTION_ERROR: the requested encryption is not available, or a stored
    #   key is lost or damaged.
    def get_series(types:, device: nil, start_date: nil, end_date: nil, buckets: nil, options: nil)
      request(
        GET_SERIES,
        {
          query: {
            "types" => types,
            "device" => device,
            "startDate" => start_date,
            "endDate" => end_date,
            "buckets" => buckets
          }
        },
        options
      )
    end

    # Get the storage use of the account and its quotas.
    #
    # @param options [CallOptions, Hash, nil] Options of this call.
    # @return [Models::AccountUsage]
    # @raise [ApiError] 422 ENCRYPTION_ERROR: the requested encryption is not available, or a stored
    #   key is lost or damaged.
    def get_usage(options: nil)
      request(GET_USAGE, {}, options)
    end

    # Import a file of a watch or an app: a recording, an archive of recordings or a whole export.
    #
    # Points are stored in batches while the file is read. Importing a file again changes no point.
    # The activities of the file are stored; a session that is stored from another file gets a
    # second recording.
    #
    # @param file [String, Pathname, IO] FIT, TCX, GPX, CSV, or a file of an export of Apple Health,
    #   Google Fit, Fitbit, Garmin, Health Connect, WHOOP, Oura, Polar, Samsung Health, Suunto or
    #   Open mHealth; plain, gzipped or zipped, including whole archives; at most 4 GiB
    #   decompressed. Files of Fitbit and Samsung Health are recognised by their names: send the
    #   name as the part's `filename`.
    # @param encryption_mode [String, nil] The encryption mode of the points; `ENCRYPTION_ERROR` if
    #   it is not available. Default: the mode of each point's device, or the account's own key
    #   only. One of "Basic", "FHE", "ZK".
    # @param participant [String, nil] The participant whose rows are imported, if the file has
    #   several people. A part of the form: a parameter of the URL is refused.
    # @param options [CallOptions, Hash, nil] Options of this call.
    # @return [Models::ImportResult]
    # @raise [ApiError] 409 CONFLICT: the current state of the resource does not allow the request;
    #   `message` says why.
    # @raise [ApiError] 422 PROCESSING_ERROR: the file contains nothing readable; ENCRYPTION_ERROR:
    #   the encryption mode is not available; DEVICE_ERROR: every point names a revoked device.
    def import_recording(file:, encryption_mode: nil, participant: nil, options: nil)
      request(
        IMPORT_RECORDING,
        {
          form: {
            "file" => file,
            "encryptionMode" => encryption_mode,
            "participant" => participant
          }
        },
        options
      )
    end

    # List the blocks of values that the client encrypted, in upload order.
    #
    # @param start_date [String, nil] Blocks that end at this time or later: RFC 3339, or a date in
    #   the profile's time zone.
    # @param end_date [String, nil] Blocks that begin at this time or earlier; a date includes the
    #   whole day.
    # @param type [String, nil] Only blocks of this type.
    # @param device [String, nil] Only blocks of this device: the id or the name of a registered
    #   device of the account, or another name. The id of a device and its name find the same
    #   blocks.
    # @param limit [Integer, nil] The maximum number of blocks. Default: 4.
    # @param cursor [String, nil] `nextCursor` of the previous page.
    # @param options [CallOptions, Hash, nil] Options of this call.
    # @return [Models::ClientBlockPage]
    # @raise [ApiError] 422 ENCRYPTION_ERROR: the requested encryption is not available, or a stored
    #   key is lost or damaged.
    def list_blocks(
      start_date: nil,
      end_date: nil,
      type: nil,
      device: nil,
      limit: nil,
      cursor: nil,
      options: nil
    )
      request(
        LIST_BLOCKS,
        {
          query: {
            "startDate" => start_date,
            "endDate" => end_date,
            "type" => type,
            "device" => device,
            "limit" => limit,
            "cursor" => cursor
          }
        },
        options
      )
    end

    # List the blocks of values that the client encrypted, in upload order.
    #
    # Returns the entries of all pages. A page is requested when its first entry is.
    #
    # @param start_date [String, nil] Blocks that end at this time or later: RFC 3339, or a date in
    #   the profile's time zone.
    # @param end_date [String, nil] Blocks that begin at this time or earlier; a date includes the
    #   whole day.
    # @param type [String, nil] Only blocks of this type.
    # @param device [String, nil] Only blocks of this device: the id or the name of a registered
    #   device of the account, or another name. The id of a device and its name find the same
    #   blocks.
    # @param limit [Integer, nil] The maximum number of blocks. Default: 4.
    # @param cursor [String, nil] `nextCursor` of the previous page.
    # @param options [CallOptions, Hash, nil] Options of this call.
    # @return [Enumerator<Models::ClientBlock>]
    # @raise [ApiError] 422 ENCRYPTION_ERROR: the requested encryption is not available, or a stored
    #   key is lost or damaged.
    def list_blocks_all(
      start_date: nil,
      end_date: nil,
      type: nil,
      device: nil,
      limit: nil,
      cursor: nil,
      options: nil
    )
      pages(
        LIST_BLOCKS,
        LIST_BLOCKS_PAGES,
        {
          query: {
            "startDate" => start_date,
            "endDate" => end_date,
            "type" => type,
            "device" => device,
            "limit" => limit,
            "cursor" => cursor
          }
        },
        options
      )
    end

    # List the insights of the last minutes.
    #
    # A generated insight is kept for at least ten minutes. Generate insights again for later ones.
    #
    # @param limit [Integer, nil] The maximum number of insights. Default: 20.
    # @param options [CallOptions, Hash, nil] Options of this call.
    # @return [Models::InsightList]
    # @raise [ApiError] 422 ENCRYPTION_ERROR: the requested encryption is not available, or a stored
    #   key is lost or damaged.
    def list_insights(limit: nil, options: nil)
      request(LIST_INSIGHTS, { query: { "limit" => limit } }, options)
    end

    # List the point types with their units and plausible ranges.
    #
    # @param options [CallOptions, Hash, nil] Options of this call.
    # @return [Models::PointTypeCatalogue]
    # @raise [ApiError] 422 ENCRYPTION_ERROR: the requested encryption is not available, or a stored
    #   key is lost or damaged.
    def list_point_types(options: nil)
      request(LIST_POINT_TYPES, {}, options)
    end

    # List the stored series of the account, with the encryption mode and key of each series.
    #
    # @param page [Integer, nil] The page number, from 1. Default: 1.
    # @param limit [Integer, nil] The number of entries per page. Default: 1000.
    # @param options [CallOptions, Hash, nil] Options of this call.
    # @return [Models::StoredSeriesPage]
    # @raise [ApiError] 422 ENCRYPTION_ERROR: the requested encryption is not available, or a stored
    #   key is lost or damaged.
    def list_stored_series(page: nil, limit: nil, options: nil)
      request(LIST_STORED_SERIES, { query: { "page" => page, "limit" => limit } }, options)
    end

    # List the stored series of the account, with the encryption mode and key of each series.
    #
    # Returns the entries of all pages. A page is requested when its first entry is.
    #
    # @param page [Integer, nil] The page number, from 1. Default: 1.
    # @param limit [Integer, nil] The number of entries per page. Default: 1000.
    # @param options [CallOptions, Hash, nil] Options of this call.
    # @return [Enumerator<Models::StoredSeries>]
    # @raise [ApiError] 422 ENCRYPTION_ERROR: the requested encryption is not available, or a stored
    #   key is lost or damaged.
    def list_stored_series_all(page: nil, limit: nil, options: nil)
      pages(
        LIST_STORED_SERIES,
        LIST_STORED_SERIES_PAGES,
        { query: { "page" => page, "limit" => limit } },
        options
      )
    end

    # Prove that a metric was within bounds on each day of a range, without revealing any day's
    # value.
    #
    # The points must be stored under mode ZK. The document names the contributing devices and the
    # counts of points that were deleted, replaced, implausible or unreadable. The request is
    # refused if the key of a point is suspended: resume the key first. Anyone can check the
    # document offline with `lockstep verify FILE`.
    #
    # @param end_date [String] The last day. Every day from the first to the last is claimed, and
    #   the last must be over.
    # @param start_date [String] The first day.
    # @param statement [Models::DailyBounds, Hash]
    # @param audience [String] The verifier and the purpose; bound by the proof. `lockstep verify`
    #   requires it as `--audience`.
    # @param curve [String, nil] The curve of `Groth16` (default if only a curve is given) and
    #   `PGHR13`: `bls12-381` (default, about 126 bits), `bn254` (about 100 bits: for snarkjs and
    #   blockchains).
    # @param expires_at [String, nil] The end of the claim's validity: RFC 3339.
    # @param nonce [String, nil] A nonce chosen by the verifier, base64; bound by the proof, so that
    #   the claim convinces no other verifier. `lockstep verify` requires it as `--nonce`.
    # @param scheme [String, nil] `Bulletproofs` (default): no set-up, so the proof convinces
    #   strangers. `Groth16` or `PGHR13`: under a key that this installation created, for circuits
    #   of other programs.
    # @param options [CallOptions, Hash, nil] Options of this call.
    # @return [Models::ClaimProof]
    # @raise [ApiError] 404 NOT_FOUND: the resource does not exist or belongs to another account.
    # @raise [ApiError] 409 CONFLICT: the current state of the resource does not allow the request;
    #   `message` says why.
    # @raise [ApiError] 422 ENCRYPTION_ERROR: the requested encryption is not available, or a stored
    #   key is lost or damaged.
    def prove_days(
      end_date:,
      start_date:,
      statement:,
      audience: UNSET,
      curve: UNSET,
      expires_at: UNSET,
      nonce: UNSET,
      scheme: UNSET,
      options: nil
    )
      request(
        PROVE_DAYS,
        {
          json: {
            "endDate" => end_date,
            "startDate" => start_date,
            "statement" => statement,
            "audience" => audience,
            "curve" => curve,
            "expiresAt" => expires_at,
            "nonce" => nonce,
            "scheme" => scheme
          }
        },
        options
      )
    end

    # Prove that a metric was within bounds on each day of a range, without revealing any day's
    # value.
    #
    # The server works in the background; `result` of the job waits for the result.
    #
    # The points must be stored under mode ZK. The document names the contributing devices and the
    # counts of points that were deleted, replaced, implausible or unreadable. The request is
    # refused if the key of a point is suspended: resume the key first. Anyone can check the
    # document offline with `lockstep verify FILE`.
    #
    # @param end_date [String] The last day. Every day from the first to the last is claimed, and
    #   the last must be over.
    # @param start_date [String] The first day.
    # @param statement [Models::DailyBounds, Hash]
    # @param audience [String] The verifier and the purpose; bound by the proof. `lockstep verify`
    #   requires it as `--audience`.
    # @param curve [String, nil] The curve of `Groth16` (default if only a curve is given) and
    #   `PGHR13`: `bls12-381` (default, about 126 bits), `bn254` (about 100 bits: for snarkjs and
    #   blockchains).
    # @param expires_at [String, nil] The end of the claim's validity: RFC 3339.
    # @param nonce [String, nil] A nonce chosen by the verifier, base64; bound by the proof, so that
    #   the claim convinces no other verifier. `lockstep verify` requires it as `--nonce`.
    # @param scheme [String, nil] `Bulletproofs` (default): no set-up, so the proof convinces
    #   strangers. `Groth16` or `PGHR13`: under a key that this installation created, for circuits
    #   of other programs.
    # @param options [CallOptions, Hash, nil] Options of this call.
    # @return [Job<Models::ClaimProof>]
    # @raise [ApiError] 404 NOT_FOUND: the resource does not exist or belongs to another account.
    # @raise [ApiError] 409 CONFLICT: the current state of the resource does not allow the request;
    #   `message` says why.
    # @raise [ApiError] 422 ENCRYPTION_ERROR: the requested encryption is not available, or a stored
    #   key is lost or damaged.
    def prove_days_as_job(
      end_date:,
      start_date:,
      statement:,
      audience: UNSET,
      curve: UNSET,
      expires_at: UNSET,
      nonce: UNSET,
      scheme: UNSET,
      options: nil
    )
      start_job(
        PROVE_DAYS,
        {
          json: {
            "endDate" => end_date,
            "startDate" => start_date,
            "statement" => statement,
            "audience" => audience,
            "curve" => curve,
            "expiresAt" => expires_at,
            "nonce" => nonce,
            "scheme" => scheme
          }
        },
        options
      )
    end

    # Read points, ordered by timestamp, type and device.
    #
    # With `Accept: application/vnd.apache.arrow.stream` the answer is an Arrow IPC stream of all
    # points that match the filters: without `limit`, `offset` and `cursor`, and as `GET
    # /v1/sfdp/export` streams them. A stream without its end marker is incomplete.
    #
    # @param start_date [String, nil] The start of the range, inclusive: RFC 3339, or a date in the
    #   profile's time zone.
    # @param end_date [String, nil] The end of the range, inclusive; a date includes the whole day.
    # @param type [String, nil] Only points of this type.
    # @param device [String, nil] Only points of this device: the id or the name of a registered
    #   device of the account, or another name. The id of a device and its name find the same
    #   points.
    # @param limit [Integer, nil] The maximum number of points. A page is also limited to 16 MiB of
    #   JSON: `hasMore` is then true. Default: 1000.
    # @param offset [Integer, nil] The number of points to skip. Default: 0.
    # @param cursor [String, nil] `nextCursor` of the previous page; replaces `offset`.
    # @param options [CallOptions, Hash, nil] Options of this call.
    # @return [Models::PointPage]
    # @raise [ApiError] 422 ENCRYPTION_ERROR: the requested encryption is not available, or a stored
    #   key is lost or damaged.
    def read_points(
      start_date: nil,
      end_date: nil,
      type: nil,
      device: nil,
      limit: nil,
      offset: nil,
      cursor: nil,
      options: nil
    )
      request(
        READ_POINTS,
        {
          query: {
            "startDate" => start_date,
            "endDate" => end_date,
            "type" => type,
            "device" => device,
            "limit" => limit,
            "offset" => offset,
            "cursor" => cursor
          }
        },
        options
      )
    end

    # Read points, ordered by timestamp, type and device.
    #
    # Returns the entries of all pages. A page is requested when its first entry is.
    #
    # With `Accept: application/vnd.apache.arrow.stream` the answer is an Arrow IPC stream of all
    # points that match the filters: without `limit`, `offset` and `cursor`, and as `GET
    # /v1/sfdp/export` streams them. A stream without its end marker is incomplete.
    #
    # @param start_date [String, nil] The start of the range, inclusive: RFC 3339, or a date in the
    #   profile's time zone.
    # @param end_date [String, nil] The end of the range, inclusive; a date includes the whole day.
    # @param type [String, nil] Only points of this type.
    # @param device [String, nil] Only points of this device: the id or the name of a registered
    #   device of the account, or another name. The id of a device and its name find the same
    #   points.
    # @param limit [Integer, nil] The maximum number of points. A page is also limited to 16 MiB of
    #   JSON: `hasMore` is then true. Default: 1000.
    # @param offset [Integer, nil] The number of points to skip. Default: 0.
    # @param cursor [String, nil] `nextCursor` of the previous page; replaces `offset`.
    # @param options [CallOptions, Hash, nil] Options of this call.
    # @return [Enumerator<Models::FitnessDataPoint>]
    # @raise [ApiError] 422 ENCRYPTION_ERROR: the requested encryption is not available, or a stored
    #   key is lost or damaged.
    def read_points_all(
      start_date: nil,
      end_date: nil,
      type: nil,
      device: nil,
      limit: nil,
      offset: nil,
      cursor: nil,
      options: nil
    )
      pages(
        READ_POINTS,
        READ_POINTS_PAGES,
        {
          query: {
            "startDate" => start_date,
            "endDate" => end_date,
            "type" => type,
            "device" => device,
            "limit" => limit,
            "offset" => offset,
            "cursor" => cursor
          }
        },
        options
      )
    end

    # Read points, ordered by timestamp, type and device.
    #
    # Yields the answer as a stream; without a block, returns it after it was read into memory.
    #
    # With `Accept: application/vnd.apache.arrow.stream` the answer is an Arrow IPC stream of all
    # points that match the filters: without `limit`, `offset` and `cursor`, and as `GET
    # /v1/sfdp/export` streams them. A stream without its end marker is incomplete.
    #
    # @param accept [String] The media type of the answer. One of "application/json",
    #   "application/vnd.apache.arrow.stream".
    # @param start_date [String, nil] The start of the range, inclusive: RFC 3339, or a date in the
    #   profile's time zone.
    # @param end_date [String, nil] The end of the range, inclusive; a date includes the whole day.
    # @param type [String, nil] Only points of this type.
    # @param device [String, nil] Only points of this device: the id or the name of a registered
    #   device of the account, or another name. The id of a device and its name find the same
    #   points.
    # @param limit [Integer, nil] The maximum number of points. A page is also limited to 16 MiB of
    #   JSON: `hasMore` is then true. Default: 1000.
    # @param offset [Integer, nil] The number of points to skip. Default: 0.
    # @param cursor [String, nil] `nextCursor` of the previous page; replaces `offset`.
    # @param options [CallOptions, Hash, nil] Options of this call.
    # @return [Answer, Object]
    # @raise [ApiError] 422 ENCRYPTION_ERROR: the requested encryption is not available, or a stored
    #   key is lost or damaged.
    def read_points_stream(
      accept:,
      start_date: nil,
      end_date: nil,
      type: nil,
      device: nil,
      limit: nil,
      offset: nil,
      cursor: nil,
      options: nil,
      &block
    )
      stream(
        READ_POINTS,
        {
          query: {
            "startDate" => start_date,
            "endDate" => end_date,
            "type" => type,
            "device" => device,
            "limit" => limit,
            "offset" => offset,
            "cursor" => cursor
          }
        },
        accept,
        options,
        &block
      )
    end

    # Upload a block of values that the client encrypted and the server cannot decrypt.
    #
    # The key is an FHE key in the client's custody, so that `POST /v1/sfdp/aggregate` can add the
    # values. The server sees times, counts and sizes, but no value. The block replaces all blocks
    # of the same type and device within its time range.
    #
    # @param block [String] The envelope, base64: one ciphertext, made by lockstep-fhe or a client
    #   library, of as many values as there are timestamps, in the type's canonical unit and
    #   fixed-point encoding (`GET /v1/sfdp/types`).
    # @param device [String] The id or the name of a registered device, or any other name of at most
    #   256 characters.
    # @param key_id [String] An FHE key of the caller in the client's custody.
    # @param timestamps [Array<String>] The time of each value, ascending: RFC 3339 with a time
    #   zone.
    # @param type [String] The type of all values in the block.
    # @param options [CallOptions, Hash, nil] Options of this call.
    # @return [Models::StoredBlock]
    # @raise [ApiError] 404 NOT_FOUND: the key does not exist.
    # @raise [ApiError] 409 CONFLICT: the current state of the resource does not allow the request;
    #   `message` says why.
    # @raise [ApiError] 422 ENCRYPTION_ERROR: the requested encryption is not available, or a stored
    #   key is lost or damaged.
    def upload_block(block:, device:, key_id:, timestamps:, type:, options: nil)
      request(
        UPLOAD_BLOCK,
        {
          json: {
            "block" => block,
            "device" => device,
            "keyId" => key_id,
            "timestamps" => timestamps,
            "type" => type
          }
        },
        options
      )
    end

    # Upload points. Each point is checked separately; acknowledged points are on disk.
    #
    # An Arrow IPC stream has a point in each row, with the columns `timestamp` (a timestamp with a
    # time zone), `type`, `value`, `unit` and `device`, and optionally `confidence` and `metadata`
    # (the text of a JSON object). Texts may be dictionaries. Buffers must not be compressed. `GET
    # /v1/sfdp/data` returns such streams. The storage options of a stream are in the URL:
    # `?encryptionMode=FHE&chunkSize=1024`.
    #
    # @param data [Array<Models::FitnessDataPoint>, Hash] 1 to 100 000 points. A point with the
    #   device, type and millisecond of a stored point replaces it.
    # @param chunk_size [Integer, nil] The maximum number of points in an encrypted block; the
    #   default for `FHE` is 8192. A ciphertext holds at least 256 points, because each takes 150
    #   KB: under `FHE` with a smaller size, points stay in sealed columns under the same key, with
    #   the same results. Default: 1024.
    # @param encryption_mode [String, nil] The encryption mode; `ENCRYPTION_ERROR` if it is not
    #   available. Default: the mode of each point's device, or the account's own key only. One of
    #   "Basic", "FHE", "ZK".
    # @param options [CallOptions, Hash, nil] Options of this call.
    # @return [Models::PointUploadResult]
    # @raise [ApiError] 404 NOT_FOUND: the resource does not exist or belongs to another account.
    # @raise [ApiError] 409 CONFLICT: the current state of the resource does not allow the request;
    #   `message` says why.
    # @raise [ApiError] 422 ENCRYPTION_ERROR: the encryption mode is not available; DEVICE_ERROR:
    #   every point names a revoked device.
    def upload_points(data:, chunk_size: UNSET, encryption_mode: UNSET, options: nil)
      request(
        UPLOAD_POINTS,
        {
          json: {
            "data" => data,
            "chunkSize" => chunk_size,
            "encryptionMode" => encryption_mode
          }
        },
        options
      )
    end

    # Upload points. Each point is checked separately; acknowledged points are on disk.
    #
    # An Arrow IPC stream has a point in each row, with the columns `timestamp` (a timestamp with a
    # time zone), `type`, `value`, `unit` and `device`, and optionally `confidence` and `metadata`
    # (the text of a JSON object). Texts may be dictionaries. Buffers must not be compressed. `GET
    # /v1/sfdp/data` returns such streams. The storage options of a stream are in the URL:
    # `?encryptionMode=FHE&chunkSize=1024`.
    #
    # @param content [String, Pathname, IO, Enumerable<String>] The body: a string, a path, a file
    #   or parts of it.
    # @param options [CallOptions, Hash, nil] Options of this call.
    # @return [Models::PointUploadResult]
    # @raise [ApiError] 404 NOT_FOUND: the resource does not exist or belongs to another account.
    # @raise [ApiError] 409 CONFLICT: the current state of the resource does not allow the request;
    #   `message` says why.
    # @raise [ApiError] 422 ENCRYPTION_ERROR: the encryption mode is not available; DEVICE_ERROR:
    #   every point names a revoked device.
    def upload_points_content(content, options: nil)
      request(
        UPLOAD_POINTS,
        { content: content, content_type: "application/vnd.apache.arrow.stream" },
        options
      )
    end
  end
end
