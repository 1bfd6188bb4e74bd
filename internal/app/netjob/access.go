package netjob

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/hex"
	"encoding/json"
	"encoding/pem"
	"errors"
	"math/big"
	"net/url"
	"os"
	"strings"
	"time"
)

// Access is what opens a coordinator: kept beside the job, readable by its owner alone, so that whoever
// goes on with the job is the same to its workers.
type Access struct {
	Join  string   `json:"join"`  // lets workers in
	Admin string   `json:"admin"` // lets people pause, cancel and look
	Cert  string   `json:"cert"`  // PEM
	Key   string   `json:"key"`
	URLs  []string `json:"urls,omitempty"`  // of who coordinates
	Peers []Peer   `json:"peers,omitempty"` // all who do
	// Queue is the name of what a broker hands out, Work the link with which workers of this house find it.
	Queue string `json:"queue,omitempty"`
	Work  string `json:"work,omitempty"`
}

// NewAccess makes secrets and a certificate that nobody signed: its digest, which is part of what workers are
// given, is what they know it by. Another certificate and its key may be given as PEM.
func NewAccess(cert, key []byte) (Access, error) {
	a := Access{Join: random(16), Admin: random(16), Cert: string(cert), Key: string(key)}
	if cert != nil {
		_, err := tls.X509KeyPair(cert, key)
		return a, err
	}
	private, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return a, err
	}
	serial, err := rand.Int(rand.Reader, new(big.Int).Lsh(big.NewInt(1), 120))
	if err != nil {
		return a, err
	}
	template := &x509.Certificate{SerialNumber: serial, Subject: pkix.Name{CommonName: "nonet batch"}, DNSNames: []string{"nonet-batch"},
		NotBefore: time.Now().Add(-24 * time.Hour), NotAfter: time.Now().AddDate(20, 0, 0), KeyUsage: x509.KeyUsageDigitalSignature,
		ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth}}
	der, err := x509.CreateCertificate(rand.Reader, template, template, &private.PublicKey, private)
	if err != nil {
		return a, err
	}
	secret, err := x509.MarshalPKCS8PrivateKey(private)
	a.Cert = string(pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der}))
	a.Key = string(pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: secret}))
	return a, err
}

// ReadAccess reads what [Access.Write] wrote.
func ReadAccess(name string) (a Access, err error) {
	b, err := os.ReadFile(name)
	if err == nil {
		err = json.Unmarshal(b, &a)
	}
	return a, err
}

// Write writes a file that its owner alone can read.
func (a *Access) Write(name string) error {
	b, err := json.Marshal(a)
	if err != nil {
		return err
	}
	temp := name + ".part"
	os.Remove(temp)
	if err := os.WriteFile(temp, b, 0o600); err != nil {
		return err
	}
	return os.Rename(temp, name)
}

// TLS is the server's side.
func (a *Access) TLS() (*tls.Config, error) {
	pair, err := tls.X509KeyPair([]byte(a.Cert), []byte(a.Key))
	return &tls.Config{Certificates: []tls.Certificate{pair}, MinVersion: tls.VersionTLS13}, err
}

// Link is what somebody needs to know at an address: the secret, and what the certificate is known by.
func (a *Access) Link(address, secret string) string {
	block, _ := pem.Decode([]byte(a.Cert))
	sum := sha256.Sum256(block.Bytes)
	return address + "#" + secret + "." + hex.EncodeToString(sum[:])
}

// ErrLink is the error of a link that lacks something.
var ErrLink = errors.New("https://HOST:PORT#TOKEN")

// linked are the parts of a link.
func linked(link string) (address, secret string, pin []byte, err error) {
	u, err := url.Parse(link)
	if err != nil || u.Scheme != "https" || u.Host == "" {
		return "", "", nil, ErrLink
	}
	secret, pin, err = Secret(u.Fragment)
	if err != nil || pin == nil {
		return "", "", nil, ErrLink
	}
	return "https://" + u.Host, secret, pin, nil
}

// Secret is what stands behind the # of a link: a secret, and the digest of a certificate, which may be missing.
func Secret(fragment string) (secret string, pin []byte, err error) {
	secret, digest, ok := strings.Cut(fragment, ".")
	if pin, err = hex.DecodeString(digest); err != nil || ok != (len(pin) == sha256.Size) || secret == "" {
		return "", nil, ErrLink
	}
	if !ok {
		pin = nil
	}
	return secret, pin, nil
}

// Same compares secrets in a time that tells nothing of them.
func Same(a, b string) bool { return subtle.ConstantTimeCompare([]byte(a), []byte(b)) == 1 }

// Brokered reports whether a link leads to a broker rather than to who coordinates.
func Brokered(link string) bool {
	return strings.HasPrefix(link, "nats://") || strings.HasPrefix(link, "tls://")
}

// ErrPin is the error of an address where somebody else answers than its link says.
var ErrPin = errors.New("the certificate is not the coordinator's")

// Pinned is the client's side: the certificate is the one with that digest.
func Pinned(pin []byte) *tls.Config {
	return &tls.Config{MinVersion: tls.VersionTLS13, InsecureSkipVerify: true, // the digest says more than a signature would
		VerifyConnection: func(s tls.ConnectionState) error {
			if sum := sha256.Sum256(s.PeerCertificates[0].Raw); string(sum[:]) != string(pin) {
				return ErrPin
			}
			return nil
		}}
}
