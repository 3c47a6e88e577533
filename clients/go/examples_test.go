package lockstep_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"reflect"
	"regexp"
	"strings"
	"testing"
	"time"

	"lockstep.example/lockstep"
)

const document = "../../docs/api/openapi.json"

// example is an operation of the API's document with the examples of its body and its answer.
type example struct {
	id           string
	body, answer json.RawMessage
}

// readExamples returns the examples by method and path, in which each parameter is `x`.
func readExamples(t *testing.T) map[string]example {
	t.Helper()
	text, err := os.ReadFile(document)
	if err != nil {
		t.Skipf("skipped: %v", err)
	}
	type content map[string]struct{ Example json.RawMessage }
	type operation struct {
		OperationID string
		RequestBody struct{ Content content }
		Responses   map[string]struct{ Content content }
	}
	var api struct {
		Paths map[string]map[string]operation
	}
	check(t, json.Unmarshal(text, &api))
	parameter := regexp.MustCompile(`\{\w+\}`)
	examples := map[string]example{}
	for path, operations := range api.Paths {
		for method, operation := range operations {
			const media = "application/json"
			examples[strings.ToUpper(method)+" "+parameter.ReplaceAllString(path, "x")] = example{
				operation.OperationID,
				operation.RequestBody.Content[media].Example,
				operation.Responses["200"].Content[media].Example,
			}
		}
	}
	return examples
}

// Every operation sends the example of its body, and reads the example of its answer, without losing a field.
func TestEveryOperationAgreesWithTheExamplesOfTheDocument(t *testing.T) {
	examples := readExamples(t)
	var asked example
	server := newFake(t, func(w http.ResponseWriter, r *http.Request) {
		asked = examples[r.Method+" "+r.URL.Path]
		answer(200, string(asked.answer))(w, r)
	})
	bodies := map[string]json.RawMessage{}
	for _, example := range examples {
		bodies[strings.ToLower(example.id)] = example.body
	}
	called := 0
	groups := reflect.ValueOf(server.client(t).Operations)
	for i := range groups.NumField() {
		group := groups.Field(i)
		for j := range group.NumMethod() {
			name := group.Type().Method(j).Name
			body, isKnown := bodies[strings.ToLower(name)]
			if !isKnown {
				continue // Another form of an operation, such as `All`.
			}
			results := group.Method(j).Call(arguments(t, group.Method(j).Type(), body))
			if err, _ := results[1].Interface().(error); err != nil {
				t.Errorf("%s: %v", name, err)
				continue
			}
			equal(t, "operation", strings.ToLower(asked.id), strings.ToLower(name))
			requests := server.received()
			if len(body) > 0 {
				lost(t, name+" sent", body, []byte(requests[len(requests)-1].body))
			}
			read, err := json.Marshal(results[0].Interface())
			check(t, err)
			lost(t, name+" read", asked.answer, read)
			called++
		}
	}
	if called < 190 {
		t.Errorf("%d operations were called", called)
	}
}

// arguments returns arguments for a method of an operation.
func arguments(t *testing.T, method reflect.Type, body json.RawMessage) []reflect.Value {
	t.Helper()
	arguments := []reflect.Value{reflect.ValueOf(context.Background())}
	for i := 1; i < method.NumIn()-1; i++ {
		kind := method.In(i)
		value := reflect.New(kind).Elem()
		switch {
		case kind.Kind() == reflect.String:
			value.SetString("x")
		case kind == reflect.TypeFor[lockstep.Upload]():
			value.Set(reflect.ValueOf(lockstep.Upload{ContentType: "text/csv", Body: strings.NewReader("x")}))
		case kind.Kind() == reflect.Pointer && strings.HasSuffix(kind.Elem().Name(), "Params"):
			value.Set(reflect.New(kind.Elem()))
			for j := range value.Elem().NumField() {
				if field := value.Elem().Field(j); field.Kind() == reflect.String {
					field.SetString("x")
				}
			}
		case len(body) > 0:
			check(t, json.Unmarshal(body, value.Addr().Interface()))
		}
		arguments = append(arguments, value)
	}
	return arguments
}

// lost reports what a text of JSON has and another lacks. A null may be absent, and times may be written in two ways.
func lost(t *testing.T, what string, want, got []byte) {
	t.Helper()
	var wanted, found any
	check(t, json.Unmarshal(want, &wanted))
	check(t, json.Unmarshal(got, &found))
	difference(t, what, wanted, found)
}

func difference(t *testing.T, place string, want, got any) {
	t.Helper()
	switch wanted := want.(type) {
	case nil:
		if got != nil {
			t.Errorf("%s: null became %v", place, got)
		}
	case map[string]any:
		found, _ := got.(map[string]any)
		for name, value := range wanted {
			difference(t, place+"."+name, value, found[name])
		}
	case []any:
		found, _ := got.([]any)
		if len(found) != len(wanted) {
			t.Errorf("%s: %d entries became %d", place, len(wanted), len(found))
			return
		}
		for i, value := range wanted {
			difference(t, fmt.Sprintf("%s[%d]", place, i), value, found[i])
		}
	case string:
		found, _ := got.(string)
		one, notTime := time.Parse(time.RFC3339, wanted)
		other, _ := time.Parse(time.RFC3339, found)
		if found != wanted && (notTime != nil || !one.Equal(other)) {
			t.Errorf("%s: %q became %v", place, wanted, got)
		}
	default:
		if want != got {
			t.Errorf("%s: %v became %v", place, want, got)
		}
	}
}
