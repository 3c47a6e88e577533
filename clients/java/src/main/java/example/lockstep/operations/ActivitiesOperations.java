// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
package example.lockstep.operations;

import example.lockstep.CallOptions;
import example.lockstep.Pages;
import example.lockstep.internal.Futures;
import example.lockstep.internal.Transport;
import example.lockstep.models.*;

/**
 * Sports sessions, from imported files or detected in the points, with their figures and tracks.
 *
 * <p>A method waits for the answer. Interrupting the thread cancels the request.
 */
public final class ActivitiesOperations {

    private final ActivitiesAsyncOperations async;

    ActivitiesOperations(Transport transport) {
        this.async = new ActivitiesAsyncOperations(transport);
    }

    /**
     * Delete an activity. Its points are kept unless <code>points=delete</code>.
     *
     * <p>Refusals: 404 NOT_FOUND: the resource does not exist or belongs to another account; 422 ENCRYPTION_ERROR: the
     * requested encryption is not available, or a stored key is lost or damaged.
     *
     * @param id The id of the activity
     * @param params the parameters of the query; may be null
     * @param options the options of this call
     * @return the answer
     */
    public DeletedActivity deleteActivity(String id, DeleteActivityParams params, CallOptions options) {
        return Futures.await(async.deleteActivity(id, params, options));
    }

    /** Delete an activity. Its points are kept unless <code>points=delete</code>, with the default options. */
    public DeletedActivity deleteActivity(String id, DeleteActivityParams params) {
        return deleteActivity(id, params, CallOptions.DEFAULT);
    }

    /** Delete an activity. Its points are kept unless <code>points=delete</code>, with the default options. */
    public DeletedActivity deleteActivity(String id) {
        return deleteActivity(id, null, CallOptions.DEFAULT);
    }

    /**
     * Detect sustained efforts in the points of a range and store them as activities.
     *
     * <p>An effort has at least 10 minutes of moderate or higher intensity and lasts at most 3 days. Efforts within
     * stored activities are not stored again. A request stores at most 1000 activities; <code>nextStartDate</code> is
     * the start of the next request. If the account reaches its quota, the request fails, and the activities stored
     * before are kept.
     *
     * <p>Refusals: 409 CONFLICT: the current state of the resource does not allow the request; <code>message</code>
     * says why; 422 ENCRYPTION_ERROR: the requested encryption is not available, or a stored key is lost or damaged.
     *
     * @param body the body of the request
     * @param options the options of this call
     * @return the answer
     */
    public DetectedActivities detectActivities(DetectActivitiesRequest body, CallOptions options) {
        return Futures.await(async.detectActivities(body, options));
    }

    /** Detect sustained efforts in the points of a range and store them as activities, with the default options. */
    public DetectedActivities detectActivities(DetectActivitiesRequest body) {
        return detectActivities(body, CallOptions.DEFAULT);
    }

    /**
     * Get an activity with its figures.
     *
     * <p>Refusals: 404 NOT_FOUND: the resource does not exist or belongs to another account; 422 ENCRYPTION_ERROR: the
     * requested encryption is not available, or a stored key is lost or damaged.
     *
     * @param id The id of the activity
     * @param options the options of this call
     * @return the answer
     */
    public ActivityDetails getActivity(String id, CallOptions options) {
        return Futures.await(async.getActivity(id, options));
    }

    /** Get an activity with its figures, with the default options. */
    public ActivityDetails getActivity(String id) {
        return getActivity(id, CallOptions.DEFAULT);
    }

    /**
     * Get the track of an activity: positions of the device that recorded the most.
     *
     * <p>Of more than <code>limit</code> positions, evenly chosen ones are returned.
     *
     * <p>Refusals: 404 NOT_FOUND: the resource does not exist or belongs to another account; 422 ENCRYPTION_ERROR: the
     * requested encryption is not available, or a stored key is lost or damaged.
     *
     * @param id The id of the activity
     * @param params the parameters of the query; may be null
     * @param options the options of this call
     * @return the answer
     */
    public ActivityTrack getActivityTrack(String id, GetActivityTrackParams params, CallOptions options) {
        return Futures.await(async.getActivityTrack(id, params, options));
    }

    /** Get the track of an activity: positions of the device that recorded the most, with the default options. */
    public ActivityTrack getActivityTrack(String id, GetActivityTrackParams params) {
        return getActivityTrack(id, params, CallOptions.DEFAULT);
    }

    /** Get the track of an activity: positions of the device that recorded the most, with the default options. */
    public ActivityTrack getActivityTrack(String id) {
        return getActivityTrack(id, null, CallOptions.DEFAULT);
    }

    /**
     * List activities, newest first.
     *
     * <p>Refusals: 422 ENCRYPTION_ERROR: the requested encryption is not available, or a stored key is lost or
     * damaged.
     *
     * @param params the parameters of the query; may be null
     * @param options the options of this call
     * @return the answer
     */
    public ActivityPage listActivities(ListActivitiesParams params, CallOptions options) {
        return Futures.await(async.listActivities(params, options));
    }

    /** List activities, newest first, with the default options. */
    public ActivityPage listActivities(ListActivitiesParams params) {
        return listActivities(params, CallOptions.DEFAULT);
    }

    /** List activities, newest first, with the default options. */
    public ActivityPage listActivities() {
        return listActivities(null, CallOptions.DEFAULT);
    }

    /**
     * List activities, newest first.
     *
     * <p>A page is requested when its first entry is read.
     *
     * <p>Refusals: 422 ENCRYPTION_ERROR: the requested encryption is not available, or a stored key is lost or
     * damaged.
     *
     * @param params the parameters of the query; may be null
     * @param options the options of this call
     * @return the entries of all pages
     */
    public Pages<Activity> listActivitiesAll(ListActivitiesParams params, CallOptions options) {
        return new Pages<>(async.listActivitiesAll(params, options));
    }

    /** List activities, newest first, with the default options. */
    public Pages<Activity> listActivitiesAll(ListActivitiesParams params) {
        return listActivitiesAll(params, CallOptions.DEFAULT);
    }

    /** List activities, newest first, with the default options. */
    public Pages<Activity> listActivitiesAll() {
        return listActivitiesAll(null, CallOptions.DEFAULT);
    }

    /**
     * Update the sport, the name or the notes of an activity.
     *
     * <p>A missing field stays unchanged. Null resets a field to the value of the files.
     *
     * <p>Refusals: 404 NOT_FOUND: the resource does not exist or belongs to another account; 409 CONFLICT: the current
     * state of the resource does not allow the request; <code>message</code> says why; 422 ENCRYPTION_ERROR: the
     * requested encryption is not available, or a stored key is lost or damaged.
     *
     * @param id The id of the activity
     * @param body the body of the request
     * @param options the options of this call
     * @return the answer
     */
    public Activity updateActivity(String id, UpdateActivityRequest body, CallOptions options) {
        return Futures.await(async.updateActivity(id, body, options));
    }

    /** Update the sport, the name or the notes of an activity, with the default options. */
    public Activity updateActivity(String id, UpdateActivityRequest body) {
        return updateActivity(id, body, CallOptions.DEFAULT);
    }
}
