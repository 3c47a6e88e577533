// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
package example.lockstep.operations;

import example.lockstep.FilePart;
import example.lockstep.internal.Form;

/** The fields of the operation <code>importRecording</code>. Those that are not set, or null, are not sent. */
public final class ImportRecordingForm extends Form {

    /**
     * Makes parameters with the required values.
     *
     * @param file FIT, TCX, GPX, CSV, Apple Health, or JSON of Google Fit, Fitbit, Garmin, Health Connect or Open
     *     mHealth; plain, gzipped or zipped, including whole bulk exports; at most 4 GiB uncompressed. Fitbit files
     *     are recognised by name: send it as the part's <code>filename</code>.
     */
    public ImportRecordingForm(FilePart file) {
        require("file", file);
    }

    /** Sets <code>participant</code>: The participant to import, if the file holds several. */
    public ImportRecordingForm participant(String participant) {
        set("participant", participant);
        return this;
    }
}
