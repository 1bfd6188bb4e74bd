package service

import (
	"net/http"
	"time"
)

// writeTimeout is the time in which a client must accept one write. A whole answer has no
// limit: streams are long, and searches have deadlines.
const writeTimeout = 30 * time.Second

// withWriteDeadlines gives each write of next its own deadline.
func withWriteDeadlines(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		p := &patientWriter{w}
		p.extendDeadline()
		next.ServeHTTP(p, r)
	})
}

type patientWriter struct{ http.ResponseWriter }

// Unwrap supports http.ResponseController.
func (w *patientWriter) Unwrap() http.ResponseWriter { return w.ResponseWriter }

func (w *patientWriter) extendDeadline() {
	// Only tests use a ResponseWriter without deadlines.
	_ = http.NewResponseController(w.ResponseWriter).SetWriteDeadline(time.Now().Add(writeTimeout))
}

func (w *patientWriter) WriteHeader(status int) {
	w.extendDeadline()
	w.ResponseWriter.WriteHeader(status)
}

func (w *patientWriter) Write(b []byte) (int, error) {
	w.extendDeadline()
	return w.ResponseWriter.Write(b)
}
