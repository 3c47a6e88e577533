package example.lockstep.internal;

import example.lockstep.models.EventChannelName;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The frames by which a client subscribes to the messages of a socket. */
public final class Subscriptions {

    private static final String TYPE = "subscribe";

    private Subscriptions() {}

    /** Returns the frame for channels. */
    public static Map<String, ?> channels(Collection<EventChannelName> channels) {
        if (channels.isEmpty()) {
            throw new IllegalArgumentException("channels must name at least one channel");
        }
        return Map.of("type", TYPE, "channels", List.copyOf(channels));
    }

    /** Returns the frame for the changes of a dataset, or of all. */
    public static Map<String, ?> dataset(String datasetId) {
        Map<String, Object> frame = new LinkedHashMap<>();
        frame.put("type", TYPE);
        frame.put("channel", "dataset_updates");
        if (datasetId != null) {
            frame.put("dataset_id", datasetId);
        }
        return frame;
    }
}
