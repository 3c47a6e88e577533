package lockstep_test

import (
	"bufio"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"lockstep.example/lockstep"
)

const password = "a password of the tests"

var listens = regexp.MustCompile(`listens on http://([\d.:]+)`)

// server is a server as a child process, on a directory of its own.
type server struct {
	t       *testing.T
	folder  string
	address string
	process *exec.Cmd
}

// startServer starts the binary that LOCKSTEP_PROGRAM names; without it, the test is skipped.
func startServer(t *testing.T) *server {
	t.Helper()
	if os.Getenv("LOCKSTEP_PROGRAM") == "" {
		t.Skip("skipped: LOCKSTEP_PROGRAM does not name the server's binary")
	}
	s := &server{t: t, folder: t.TempDir(), address: "127.0.0.1:0"}
	s.run()
	t.Cleanup(s.kill)
	return s
}

// run starts the process, again at the same address.
func (s *server) run() {
	s.t.Helper()
	process := exec.Command(os.Getenv("LOCKSTEP_PROGRAM"), "serve", "--data", filepath.Join(s.folder, "data"), "--listen", s.address)
	// A restarted server keeps its address; a broker would need a fixed port, too.
	process.Env = []string{"PATH=" + os.Getenv("PATH"), "LOCKSTEP_ADMIN_PASSWORD=" + password, "LOCKSTEP_MQTT_BROKER=off"}
	output, err := process.StderrPipe()
	check(s.t, err)
	check(s.t, process.Start())
	s.process = process
	lines := bufio.NewScanner(output)
	var said []string
	for lines.Scan() {
		if found := listens.FindStringSubmatch(lines.Text()); found != nil {
			s.address = found[1]
			go func() { _, _ = io.Copy(io.Discard, output) }()
			return
		}
		said = append(said, lines.Text())
	}
	s.t.Fatalf("the server did not start: %s", strings.Join(said, "\n"))
}

// kill ends the process as a crash does.
func (s *server) kill() {
	_ = s.process.Process.Kill()
	_ = s.process.Wait()
}

func (s *server) url() string {
	return "http://" + s.address
}

func (s *server) client() *lockstep.Client {
	s.t.Helper()
	return newClient(s.t, s.url(), lockstep.WithPassword("admin", password))
}
