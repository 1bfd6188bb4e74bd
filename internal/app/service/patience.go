package service

import (
	"net/http"
	"time"
)

// writeTimeout is how long a client may take to accept one write. There is no
// limit on a whole answer: streams are long, and searches have deadlines.
const writeTimeout = 30 * time.Second

// patient gives every write of next a deadline of its own.
func patient(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		p := &patientWriter{w}
		p.extend()
		next.ServeHTTP(p, r)
	})
}

type patientWriter struct{ http.ResponseWriter }

// Unwrap is for http.ResponseController.
func (w *patientWriter) Unwrap() http.ResponseWriter { return w.ResponseWriter }

func (w *patientWriter) extend() {
	// Not every ResponseWriter has deadlines; a real connection's has.
	_ = http.NewResponseController(w.ResponseWriter).SetWriteDeadline(time.Now().Add(writeTimeout))
}

func (w *patientWriter) WriteHeader(status int) {
	w.extend()
	w.ResponseWriter.WriteHeader(status)
}

func (w *patientWriter) Write(b []byte) (int, error) {
	w.extend()
	return w.ResponseWriter.Write(b)
}
