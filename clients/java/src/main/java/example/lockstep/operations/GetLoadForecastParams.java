// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
package example.lockstep.operations;

import example.lockstep.internal.Query;

/** The parameters of the operation <code>getLoadForecast</code>. Those that are not set, or null, are not sent. */
public final class GetLoadForecastParams extends Query {

    /** Makes parameters of which none is set. */
    public GetLoadForecastParams() {}

    /** Sets <code>days</code>: The number of days. */
    public GetLoadForecastParams days(Long days) {
        set("days", days);
        return this;
    }

    /** Sets <code>days</code>: The number of days. */
    public GetLoadForecastParams days(long days) {
        set("days", days);
        return this;
    }

    /**
     * Sets <code>dailyLoad</code>: The training load of each day, in the unit of the metric <code>trainingLoad</code>;
     * 0 for rest. Default: the chronic load, as if training went on as before.
     */
    public GetLoadForecastParams dailyLoad(Double dailyLoad) {
        set("dailyLoad", dailyLoad);
        return this;
    }

    /**
     * Sets <code>dailyLoad</code>: The training load of each day, in the unit of the metric <code>trainingLoad</code>;
     * 0 for rest. Default: the chronic load, as if training went on as before.
     */
    public GetLoadForecastParams dailyLoad(double dailyLoad) {
        set("dailyLoad", dailyLoad);
        return this;
    }
}
