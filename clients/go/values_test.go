package lockstep_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"testing"

	"lockstep.example/lockstep"
)

func TestAChangeTellsNullFromAbsent(t *testing.T) {
	for _, row := range []struct {
		change lockstep.ProfileChange
		want   string
	}{
		{lockstep.ProfileChange{}, `{}`},
		{lockstep.ProfileChange{WeightKg: lockstep.Null[float64]()}, `{"weightKg":null}`},
		{lockstep.ProfileChange{WeightKg: lockstep.Some(70.0)}, `{"weightKg":70}`},
		{lockstep.ProfileChange{WeightKg: lockstep.Some(0.0)}, `{"weightKg":0}`},
	} {
		text, err := json.Marshal(row.change)
		check(t, err)
		equal(t, "JSON", string(text), row.want)
		var read lockstep.ProfileChange
		check(t, json.Unmarshal(text, &read))
		again, err := json.Marshal(read)
		check(t, err)
		equal(t, "JSON again", string(again), row.want)
	}
	value, ok := lockstep.Some(1).Value()
	equal(t, "value", ok && value == 1, true)
	equal(t, "null", lockstep.Null[int]().IsNull(), true)
}

func TestRequiredListsAreNeverNull(t *testing.T) {
	server := newFake(t, answer(200, "{}"))
	device := lockstep.RegisterDeviceRequest{Name: "w", Type: "watch"}
	_, err := server.client(t).Devices.RegisterDevice(t.Context(), device)
	check(t, err)
	equal(t, "body", server.received()[0].body, `{"capabilities":[],"name":"w","type":"watch"}`)
	equal(t, "the caller's value", device.Capabilities == nil, true)
	workflow := lockstep.CreateWorkflowRequest{WorkflowID: "w"}
	_, err = server.client(t).Workflows.CreateWorkflow(t.Context(), workflow)
	check(t, err)
	equal(t, "a list in a part", server.received()[1].body, `{"graph":{"nodes":[]},"workflowId":"w"}`)
}

func TestUnknownFieldsAndValuesOfAnAnswerAreNoErrors(t *testing.T) {
	server := newFake(t, answer(200, `{"devices":[{"id":"dev_1","status":"asleep","colour":{"name":"red"}}],"total":1}`))
	list, err := server.client(t).Devices.ListDevices(t.Context())
	check(t, err)
	equal(t, "status", string(list.Devices[0].Status), "asleep")
}

func TestAUnionKeepsVariantsThatItDoesNotKnow(t *testing.T) {
	for _, text := range []string{
		`{"type":"manual"}`,
		`{"type":"tomorrow","colour":"red"}`,
		`{"colour":"red"}`,
	} {
		var trigger lockstep.WorkflowTrigger
		check(t, json.Unmarshal([]byte(text), &trigger))
		again, err := json.Marshal(trigger)
		check(t, err)
		equal(t, "JSON", string(again), text)
	}
	manual := lockstep.WorkflowTrigger{WorkflowManualTrigger: &lockstep.WorkflowManualTrigger{}}
	text, err := json.Marshal(manual)
	check(t, err)
	equal(t, "the tag follows from the variant", string(text), `{"type":"manual"}`)
	_, err = json.Marshal(lockstep.WorkflowTrigger{})
	contains(t, err, "needs one of its variants")
}

func TestNothingShowsSecrets(t *testing.T) {
	const hidden = "hidden word"
	server := newFake(t, refusal(400, "INVALID_REQUEST"))
	client := newClient(t, server.URL, lockstep.WithPassword("ada", hidden))
	keyed := newClient(t, server.URL, lockstep.WithAPIKey(hidden))
	_, failed := keyed.Fitness.GetUsage(t.Context())
	pair := lockstep.TokenPair{AccessToken: hidden, RefreshToken: hidden}
	totp := lockstep.EnabledTOTP{RecoveryCodes: []lockstep.Secret{hidden}}
	enrolment := lockstep.TOTPEnrolment{Secret: hidden, URI: "otpauth://totp/?secret=" + hidden}
	request := lockstep.SignInRequest{Username: "ada", Password: hidden}
	option := lockstep.WithPassword("ada", hidden)
	var log bytes.Buffer
	logger := slog.New(slog.NewTextHandler(&log, nil))
	for _, value := range []any{client, *client, keyed, failed, pair, &pair, totp, enrolment, request, option, pair.AccessToken} {
		for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%q", "%x", "%d"} {
			fmt.Fprintf(&log, verb+"\n", value)
		}
		logger.Info("about", "value", value)
	}
	for _, form := range []string{hidden, "68696464656e", "104 105 100 100"} {
		if strings.Contains(log.String(), form) {
			t.Errorf("%q is in %s", form, log.String())
		}
	}
	text, err := json.Marshal(request)
	check(t, err)
	contains(t, errors.New(string(text)), hidden)
}

func TestADateIsADay(t *testing.T) {
	day, err := lockstep.Date("2026-01-31").Time()
	check(t, err)
	equal(t, "day", lockstep.DateOf(day), lockstep.Date("2026-01-31"))
}
