package netjob

import (
	"context"
	"errors"
	"io"
	"log"
	"net"
	"net/http"
	"time"

	"nonet/internal/app/telemetry"
)

// Serve has the coordinator answer at the listener until the job is over, or ctx ends. Once it is over,
// workers have a moment to be told so. A coordinator serves once.
func (k *Coordinator) Serve(ctx context.Context, l net.Listener, a Access, info Info) error {
	config, err := a.TLS()
	if err != nil {
		return err
	}
	config.NextProtos = []string{"h2", "http/1.1"}
	defer func() {
		k.mu.Lock()
		k.cancel()
		k.close()
		k.mu.Unlock()
		k.deciding.Wait()
		k.taking.Wait()
	}()
	recording, stop := context.WithCancel(ctx)
	defer stop()
	go k.Record(recording)
	k.mu.Lock()
	cluster := k.cluster
	k.mu.Unlock()
	if cluster != nil {
		following, stop := context.WithCancel(ctx)
		ended := make(chan struct{})
		go func() { cluster.Follow(following); close(ended) }()
		defer func() { stop(); <-ended }()
	}
	s := &http.Server{Handler: k.Handler(a, info, new(telemetry.Registry)), TLSConfig: config, ReadHeaderTimeout: 10 * time.Second, IdleTimeout: 2 * time.Minute, MaxHeaderBytes: 32 << 10,
		ErrorLog: log.New(io.Discard, "", 0)}
	ended := make(chan error, 1)
	go func() { ended <- s.ServeTLS(l, "", "") }()
	select {
	case err := <-ended:
		return err
	case <-ctx.Done():
	case <-k.Ended():
		for end, most := time.Now().Add(linger), time.Now().Add(lingerForCopies); ; {
			behind, whole := cluster.behind()
			wanted := k.Failure() == nil && whole < k.Copies-1
			if now := time.Now(); !wanted && (behind == 0 || now.After(most)) && (now.After(end) || k.workersHere() == 0) {
				break
			}
			select {
			case <-time.After(20 * time.Millisecond):
			case <-ctx.Done():
				return ctx.Err()
			}
		}
	}
	closing, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	if err := s.Shutdown(closing); err != nil {
		s.Close()
	}
	if err := <-ended; !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}

// linger is how long workers that still work are waited for at the end.
const linger = 5 * time.Second

// lingerForCopies is how long other coordinators that lack something are waited for.
const lingerForCopies = time.Minute

// workersHere is how many workers have given a sign of life lately and have not left.
func (k *Coordinator) workersHere() (n int) {
	k.mu.Lock()
	defer k.mu.Unlock()
	for _, w := range k.workers {
		if !w.Left && !w.Expelled && time.Since(w.seen) < linger {
			n++
		}
	}
	return n
}
