package lockstep_test

import (
	"archive/zip"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

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

	folder := t.TempDir()
	cache := filepath.Join(folder, "cache")
	publish(t, filepath.Join(folder, "proxy"))
	program := filepath.Join(folder, "program")
	check(t, os.Mkdir(program, 0o700))
	check(t, os.WriteFile(filepath.Join(program, "main.go"), []byte(block(t, readme, "go")), 0o600))
	known, err := exec.Command("go", "env", "GOMODCACHE").Output()
	check(t, err)
	environment := append(
		os.Environ(),
		"GOPROXY=file://"+filepath.Join(folder, "proxy")+",file://"+filepath.Join(strings.TrimSpace(string(known)), "cache/download"),
		"GOMODCACHE="+cache, "GOFLAGS=-modcacherw -mod=mod", "GOSUMDB=off", "GOWORK=off",
		"LOCKSTEP_URL="+server.url(), "LOCKSTEP_API_KEY="+string(key.Key),
	)
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
	equal(t, "output", run("run", "."), block(t, readme, "text"))
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
