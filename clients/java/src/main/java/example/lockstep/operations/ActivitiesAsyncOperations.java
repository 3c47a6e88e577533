// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
package example.lockstep.operations;

import example.lockstep.AsyncPages;
import example.lockstep.CallOptions;
import example.lockstep.internal.Arguments;
import example.lockstep.internal.Operation;
import example.lockstep.internal.Paging;
import example.lockstep.internal.Transport;
import example.lockstep.models.*;
import java.util.concurrent.CompletableFuture;

/**
 * Sports sessions, from imported files or detected in the points, with their figures and tracks.
 *
 * <p>A method returns at once. Cancelling its future cancels the request.
 */
public final class ActivitiesAsyncOperations {

    private static final Operation<DeletedActivity> DELETE_ACTIVITY =
            new Operation<DeletedActivity>("DELETE", "/v1/sfdp/activities/{id}", DeletedActivity.class);

    private static final Operation<DetectedActivities> DETECT_ACTIVITIES =
            new Operation<DetectedActivities>("POST", "/v1/sfdp/activities/detect", DetectedActivities.class);

    private static final Operation<ActivityDetails> GET_ACTIVITY =
            new Operation<ActivityDetails>("GET", "/v1/sfdp/activities/{id}", ActivityDetails.class);

    private static final Operation<ActivityTrack> GET_ACTIVITY_TRACK =
            new Operation<ActivityTrack>("GET", "/v1/sfdp/activities/{id}/track", ActivityTrack.class);

    private static final Operation<ActivityPage> LIST_ACTIVITIES =
            new Operation<ActivityPage>("GET", "/v1/sfdp/activities", ActivityPage.class);
    private static final Paging<ActivityPage, Activity> LIST_ACTIVITIES_PAGES =
            Paging.byCursor(ActivityPage::activities, ActivityPage::nextCursor);

    private static final Operation<Activity> UPDATE_ACTIVITY =
            new Operation<Activity>("PATCH", "/v1/sfdp/activities/{id}", Activity.class);

    private final Transport transport;

    ActivitiesAsyncOperations(Transport transport) {
        this.transport = transport;
    }

    /**
     * Delete an activity. Its points are kept unless <code>points=delete</code>.
     *
     * @return the answer
     * @see ActivitiesOperations#deleteActivity(String, DeleteActivityParams, CallOptions)
     */
    public CompletableFuture<DeletedActivity> deleteActivity(String id, DeleteActivityParams params, CallOptions options) {
        return transport.call(DELETE_ACTIVITY, new Arguments().path("id", id).query(params), options);
    }

    /** Delete an activity. Its points are kept unless <code>points=delete</code>, with the default options. */
    public CompletableFuture<DeletedActivity> deleteActivity(String id, DeleteActivityParams params) {
        return deleteActivity(id, params, CallOptions.DEFAULT);
    }

    /** Delete an activity. Its points are kept unless <code>points=delete</code>, with the default options. */
    public CompletableFuture<DeletedActivity> deleteActivity(String id) {
        return deleteActivity(id, null, CallOptions.DEFAULT);
    }

    /**
     * Detect sustained efforts in the points of a range and store them as activities.
     *
     * @return the answer
     * @see ActivitiesOperations#detectActivities(DetectActivitiesRequest, CallOptions)
     */
    public CompletableFuture<DetectedActivities> detectActivities(DetectActivitiesRequest body, CallOptions options) {
        return transport.call(DETECT_ACTIVITIES, new Arguments().json(body), options);
    }

    /** Detect sustained efforts in the points of a range and store them as activities, with the default options. */
    public CompletableFuture<DetectedActivities> detectActivities(DetectActivitiesRequest body) {
        return detectActivities(body, CallOptions.DEFAULT);
    }

    /**
     * Get an activity with its figures.
     *
     * @return the answer
     * @see ActivitiesOperations#getActivity(String, CallOptions)
     */
    public CompletableFuture<ActivityDetails> getActivity(String id, CallOptions options) {
        return transport.call(GET_ACTIVITY, new Arguments().path("id", id), options);
    }

    /** Get an activity with its figures, with the default options. */
    public CompletableFuture<ActivityDetails> getActivity(String id) {
        return getActivity(id, CallOptions.DEFAULT);
    }

    /**
     * Get the track of an activity: positions of the device that recorded the most.
     *
     * @return the answer
     * @see ActivitiesOperations#getActivityTrack(String, GetActivityTrackParams, CallOptions)
     */
    public CompletableFuture<ActivityTrack> getActivityTrack(String id, GetActivityTrackParams params, CallOptions options) {
        return transport.call(GET_ACTIVITY_TRACK, new Arguments().path("id", id).query(params), options);
    }

    /** Get the track of an activity: positions of the device that recorded the most, with the default options. */
    public CompletableFuture<ActivityTrack> getActivityTrack(String id, GetActivityTrackParams params) {
        return getActivityTrack(id, params, CallOptions.DEFAULT);
    }

    /** Get the track of an activity: positions of the device that recorded the most, with the default options. */
    public CompletableFuture<ActivityTrack> getActivityTrack(String id) {
        return getActivityTrack(id, null, CallOptions.DEFAULT);
    }

    /**
     * List activities, newest first.
     *
     * @return the answer
     * @see ActivitiesOperations#listActivities(ListActivitiesParams, CallOptions)
     */
    public CompletableFuture<ActivityPage> listActivities(ListActivitiesParams params, CallOptions options) {
        return transport.call(LIST_ACTIVITIES, new Arguments().query(params), options);
    }

    /** List activities, newest first, with the default options. */
    public CompletableFuture<ActivityPage> listActivities(ListActivitiesParams params) {
        return listActivities(params, CallOptions.DEFAULT);
    }

    /** List activities, newest first, with the default options. */
    public CompletableFuture<ActivityPage> listActivities() {
        return listActivities(null, CallOptions.DEFAULT);
    }

    /**
     * List activities, newest first.
     *
     * @return the entries of all pages
     * @see ActivitiesOperations#listActivitiesAll(ListActivitiesParams, CallOptions)
     */
    public AsyncPages<Activity> listActivitiesAll(ListActivitiesParams params, CallOptions options) {
        return new AsyncPages<>(transport, LIST_ACTIVITIES, LIST_ACTIVITIES_PAGES, new Arguments().query(params), options);
    }

    /** List activities, newest first, with the default options. */
    public AsyncPages<Activity> listActivitiesAll(ListActivitiesParams params) {
        return listActivitiesAll(params, CallOptions.DEFAULT);
    }

    /** List activities, newest first, with the default options. */
    public AsyncPages<Activity> listActivitiesAll() {
        return listActivitiesAll(null, CallOptions.DEFAULT);
    }

    /**
     * Update the sport, the name or the notes of an activity.
     *
     * @return the answer
     * @see ActivitiesOperations#updateActivity(String, UpdateActivityRequest, CallOptions)
     */
    public CompletableFuture<Activity> updateActivity(String id, UpdateActivityRequest body, CallOptions options) {
        return transport.call(UPDATE_ACTIVITY, new Arguments().path("id", id).json(body), options);
    }

    /** Update the sport, the name or the notes of an activity, with the default options. */
    public CompletableFuture<Activity> updateActivity(String id, UpdateActivityRequest body) {
        return updateActivity(id, body, CallOptions.DEFAULT);
    }
}
