package lockstep_test

import (
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"lockstep.example/lockstep"
)

// snippetsProgram surrounds the blocks of the read-me after the first. The next block replaces each `BLOCK`.
const snippetsProgram = `package main

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"log"
	"os"
	"time"

	"lockstep.example/lockstep"
	"lockstep.example/lockstep/crypto"
)

func main() {
	log.SetFlags(0)
	log.SetOutput(os.Stdout)
	client, err := lockstep.New(os.Getenv("LOCKSTEP_URL"), lockstep.WithAPIKey(os.Getenv("LOCKSTEP_API_KEY")))
	if err != nil {
		log.Fatal(err)
	}
	reader, writer, err := os.Pipe()
	if err != nil {
		log.Fatal(err)
	}
	if err := store(context.Background(), client); err != nil {
		log.Fatal(err)
	}
	output := os.Stdout
	os.Stdout = writer
	printed := make(chan struct{})
	go relay(reader, output, printed)
	ctx, stop := context.WithCancel(context.Background())
	go change(client, printed, stop)
	err = listen(ctx, client)
	os.Stdout = output
	if !errors.Is(err, context.Canceled) {
		log.Fatal(err)
	}
	_, err = client.Datasets.GetDataset(context.Background(), "ds_01h455vb4pex5vsknk084sn02q")
	report(err)
	if crypto.IsAvailable() {
		if err := prove(context.Background()); err != nil {
			log.Fatal(err)
		}
	}
}

// relay prints what it reads, and closes printed after the first line.
func relay(reader, output *os.File, printed chan<- struct{}) {
	lines := bufio.NewScanner(reader)
	for isFirst := true; lines.Scan(); isFirst = false {
		fmt.Fprintln(output, lines.Text())
		if isFirst {
			close(printed)
		}
	}
}

// change creates datasets until an update is printed, at most for a minute: the socket may open later.
func change(client *lockstep.Client, printed <-chan struct{}, stop func()) {
	defer stop()
	for range 300 {
		request := lockstep.CreateDatasetRequest{Name: "rides", EncryptionMode: lockstep.DatasetEncryptionModeNone}
		if _, err := client.Datasets.CreateDataset(context.Background(), request); err != nil {
			log.Fatal(err)
		}
		select {
		case <-printed:
			return
		case <-time.After(200 * time.Millisecond):
		}
	}
}

func store(ctx context.Context, client *lockstep.Client) error {
BLOCK
	return nil
}

func listen(ctx context.Context, client *lockstep.Client) error {
BLOCK
	return nil
}

func report(err error) {
BLOCK
}

func prove(ctx context.Context) error {
BLOCK
	fmt.Println("the proof holds:", holds)
	return err
}
`

// All blocks of Go in the read-me after the first run in a module that uses a checkout, which the read-me describes, too.
func TestTheSnippetsOfTheReadmeRunInAModuleWithACheckout(t *testing.T) {
	server := startServer(t)
	readme, err := os.ReadFile("README.md")
	check(t, err)
	snippets := blocks(readme, "go")[1:]
	program := snippetsProgram
	if wanted := strings.Count(program, "BLOCK"); len(snippets) != wanted {
		t.Fatalf("the read-me has %d blocks after the first, and this test runs %d", len(snippets), wanted)
	}
	for _, snippet := range snippets {
		program = strings.Replace(program, "BLOCK", snippet, 1)
	}
	isReplacing := func(block string) bool { return strings.HasPrefix(block, "go mod edit -replace") }
	at := slices.IndexFunc(blocks(readme, "sh"), isReplacing)
	if at < 0 {
		t.Fatal("the read-me does not say how to use a checkout")
	}
	key, err := server.client().APIKeys.CreateAPIKey(t.Context(), lockstep.CreateAPIKeyRequest{Name: "snippets"})
	check(t, err)

	// A proxy need not say that there is no such module.
	proxy := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusBadRequest) }))
	defer proxy.Close()
	folder := t.TempDir()
	checkout, err := filepath.Abs("../..")
	check(t, err)
	check(t, os.Symlink(checkout, filepath.Join(folder, "lockstep")))
	project := filepath.Join(folder, "program")
	check(t, os.Mkdir(project, 0o700))
	check(t, os.WriteFile(filepath.Join(project, "main.go"), []byte(program), 0o600))
	script := "set -e\ngo mod init example.org/program\n" + blocks(readme, "sh")[at] + "go vet .\ngo run .\n"
	command := exec.Command("sh", "-c", script)
	command.Dir = project
	command.Env = append(
		os.Environ(), "GOPROXY="+proxy.URL, "GOFLAGS=-mod=mod", "GOSUMDB=off", "GOWORK=off",
		"LOCKSTEP_URL="+server.url(), "LOCKSTEP_API_KEY="+string(key.Key),
	)
	var failed strings.Builder
	command.Stderr = &failed
	output, err := command.Output()
	if err != nil {
		t.Fatalf("%v\n%s%s", err, output, failed.String())
	}
	for _, pattern := range []string{`(?m)^3 points of a series$`, `(?m)^ds_\w+ created$`, `(?m)^NOT_FOUND req_\w+$`} {
		if !regexp.MustCompile(pattern).Match(output) {
			t.Errorf("%s is not in the output: %s", pattern, output)
		}
	}
	if strings.Contains(string(output), "the proof holds: false") {
		t.Error("the proof does not hold")
	}
}

// blocks returns the blocks of code in this language.
func blocks(document []byte, language string) []string {
	var found []string
	for _, match := range regexp.MustCompile("(?s)```"+language+"\n(.*?)```").FindAllSubmatch(document, -1) {
		found = append(found, string(match[1]))
	}
	return found
}
