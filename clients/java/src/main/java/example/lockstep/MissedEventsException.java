package example.lockstep;

/** A socket is more than ten minutes behind: read the data again, then listen without the id of the last message. */
public final class MissedEventsException extends LockstepException {

    private static final long serialVersionUID = 1L;

    /** Makes an exception. */
    public MissedEventsException() {
        super("the socket is more than ten minutes behind: read the data again, then listen without lastEventId");
    }
}
