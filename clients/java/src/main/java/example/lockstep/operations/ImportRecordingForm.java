// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
package example.lockstep.operations;

import example.lockstep.FilePart;
import example.lockstep.internal.Form;
import example.lockstep.models.*;

/** The fields of the operation <code>importRecording</code>. Those that are not set, or null, are not sent. */
public final class ImportRecordingForm extends Form {

    /**
     * Makes parameters with the required values.
     *
     * @param file FIT, TCX, GPX, CSV, or a file of an export of Apple Health, Google Fit, Fitbit, Garmin, Health
     *     Connect, WHOOP, Oura, Polar, Samsung Health, Suunto or Open mHealth; plain, gzipped or zipped, including
     *     whole archives; at most 4 GiB decompressed. Files of Fitbit and Samsung Health are recognised by their
     *     names: send the name as the part's <code>filename</code>.
     */
    public ImportRecordingForm(FilePart file) {
        require("file", file);
    }

    /**
     * Sets <code>encryptionMode</code>: The encryption mode of the points; <code>ENCRYPTION_ERROR</code> if it is not
     * available. Default: the mode of each point's device, or the account's own key only.
     */
    public ImportRecordingForm encryptionMode(EncryptionMode encryptionMode) {
        set("encryptionMode", encryptionMode);
        return this;
    }

    /**
     * Sets <code>participant</code>: The participant whose rows are imported, if the file has several people. A part
     * of the form: a parameter of the URL is refused.
     */
    public ImportRecordingForm participant(String participant) {
        set("participant", participant);
        return this;
    }
}
