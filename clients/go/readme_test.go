package lockstep_test

import (
	"archive/zip"
	"context"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"lockstep.example/lockstep"
)

const (
	module  = "lockstep.example/lockstep"
	version = "v0.1.0"
)

// The first example of the read-me is the program of a new module, which gets the client as from a module proxy.
func TestTheExampleOfTheReadmeRunsInAnotherModule(t *testing.T) {
	server := startServer(t)
	readme, err := os.ReadFile("README.md")
	check(t, err)
	key, err := server.client().APIKeys.CreateAPIKey(t.Context(), lockstep.CreateAPIKeyRequest{Name: "example"})
	check(t, err)

	equal(t, "the first command", block(t, readme, "sh"), "go get "+module+"\n")
	output := runInAnotherModule(t, block(t, readme, "go"), "LOCKSTEP_URL="+server.url(), "LOCKSTEP_API_KEY="+string(key.Key))
	equal(t, "output", output, block(t, readme, "text"))
}

// The module as it is published has the texts of its licences, equal to those of the repository.
func TestTheModuleHasItsLicences(t *testing.T) {
	proxy := t.TempDir()
	publish(t, proxy)
	archive, err := zip.OpenReader(filepath.Join(proxy, filepath.FromSlash(module), "@v", version+".zip"))
	check(t, err)
	defer archive.Close()
	for _, name := range []string{"LICENSE-APACHE", "LICENSE-MIT"} {
		file, err := archive.Open(module + "@" + version + "/" + name)
		check(t, err)
		text, err := io.ReadAll(file)
		check(t, err)
		want, err := os.ReadFile(filepath.Join("..", "..", name))
		check(t, err)
		if string(text) != string(want) {
			t.Errorf("%s differs from the file of the repository: copy it", name)
		}
	}
}

// The blocks of Go in docs/clients.md are a program that prints what the document says.
func TestTheTaskOfTheDocumentsRunsInAnotherModule(t *testing.T) {
	if _, err := os.Stat("crypto/wasm/lockstep.wasm"); err != nil {
		t.Skip("skipped: no crypto/wasm/lockstep.wasm, which `cargo xtask wasm` builds")
	}
	server := startServer(t)
	document, err := os.ReadFile("../../docs/clients.md")
	check(t, err)
	var source []string
	for _, found := range regexp.MustCompile("(?s)```go\n(.*?)```").FindAllSubmatch(document, -1) {
		source = append(source, string(found[1]))
	}
	ctx, stop := context.WithCancel(t.Context())
	done := make(chan struct{})
	go func() {
		defer close(done)
		uploadUntil(ctx, t, server.client())
	}()
	output := runInAnotherModule(
		t, strings.Join(source, "\n"),
		"LOCKSTEP_URL="+server.url(), "LOCKSTEP_USERNAME=admin", "LOCKSTEP_PASSWORD="+password,
	)
	stop()
	<-done
	equal(t, "output", output, block(t, document, "text"))
}

// uploadUntil uploads a point again and again until the context ends: a stream may be opened later.
func uploadUntil(ctx context.Context, t *testing.T, client *lockstep.Client) {
	point := lockstep.FitnessDataPoint{
		Timestamp: time.Date(2026, 6, 2, 7, 0, 0, 0, time.UTC), Type: "steps", Value: 1, Unit: "count", Device: "strap",
	}
	ticks := time.NewTicker(200 * time.Millisecond)
	defer ticks.Stop()
	for ctx.Err() == nil {
		_, err := client.Fitness.UploadPoints(ctx, lockstep.PointUpload{Data: []lockstep.FitnessDataPoint{point}})
		if err != nil && ctx.Err() == nil {
			t.Error(err)
			return
		}
		select {
		case <-ctx.Done():
		case <-ticks.C:
		}
	}
}

// runInAnotherModule runs a program in a new module, which gets the client as from a module proxy. It returns what it printed.
func runInAnotherModule(t *testing.T, source string, variables ...string) string {
	t.Helper()
	folder := t.TempDir()
	cache := filepath.Join(folder, "cache")
	publish(t, filepath.Join(folder, "proxy"))
	program := filepath.Join(folder, "program")
	check(t, os.Mkdir(program, 0o700))
	check(t, os.WriteFile(filepath.Join(program, "main.go"), []byte(source), 0o600))
	known, err := exec.Command("go", "env", "GOMODCACHE").Output()
	check(t, err)
	environment := append(
		os.Environ(),
		"GOPROXY=file://"+filepath.Join(folder, "proxy")+",file://"+filepath.Join(strings.TrimSpace(string(known)), "cache/download"),
		"GOMODCACHE="+cache, "GOFLAGS=-modcacherw -mod=mod", "GOSUMDB=off", "GOWORK=off",
	)
	environment = append(environment, variables...)
	run := func(words ...string) string {
		t.Helper()
		command := exec.Command("go", words...)
		command.Dir, command.Env = program, environment
		var failed strings.Builder
		command.Stderr = &failed
		output, err := command.Output()
		if err != nil {
			t.Fatalf("go %s: %v\n%s", strings.Join(words, " "), err, failed.String())
		}
		return string(output)
	}
	run("mod", "init", "example.org/program")
	run("get", module+"@"+version)
	return run("run", ".")
}

// block returns the first block of code in this language.
func block(t *testing.T, readme []byte, language string) string {
	t.Helper()
	found := regexp.MustCompile("(?s)```" + language + "\n(.*?)```").FindSubmatch(readme)
	if found == nil {
		t.Fatalf("README.md has no block of %s", language)
	}
	return string(found[1])
}

// publish writes the module as a module proxy serves it.
func publish(t *testing.T, proxy string) {
	t.Helper()
	folder := filepath.Join(proxy, filepath.FromSlash(module), "@v")
	check(t, os.MkdirAll(folder, 0o700))
	write := func(name string, text []byte) {
		t.Helper()
		check(t, os.WriteFile(filepath.Join(folder, name), text, 0o600))
	}
	write("list", []byte(version+"\n"))
	write(version+".info", []byte(`{"Version":"`+version+`"}`))
	text, err := os.ReadFile("go.mod")
	check(t, err)
	write(version+".mod", text)
	file, err := os.Create(filepath.Join(folder, version+".zip"))
	check(t, err)
	defer file.Close()
	archive := zip.NewWriter(file)
	check(t, filepath.WalkDir(".", func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		writer, err := archive.Create(module + "@" + version + "/" + filepath.ToSlash(path))
		if err != nil {
			return err
		}
		_, err = writer.Write(text)
		return err
	}))
	check(t, archive.Close())
}
