package service

import (
	"encoding/json"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"nonet/internal/app/admission"
	"nonet/internal/app/telemetry"
)

// serviceMetrics returns a service's metrics as /metrics writes them, with their labels.
func serviceMetrics(t *testing.T) map[string][]string {
	t.Helper()
	watch := telemetry.New(telemetry.Config{})
	addQueueMetrics(admission.New(admission.Config{}), &drain{}, &watch.Metrics)
	all := map[string][]string{}
	for _, m := range watch.Metrics.All() {
		for _, name := range m.Names() {
			all[name] = m.Labels()
		}
	}
	return all
}

var aMetric = regexp.MustCompile(`\b(?:nonet|go|process)_[a-z_]+[a-z]\b`)

// All metrics named by dashboards, alarms and the documentation exist, and the documentation
// names all metrics.
func TestMetricsAreAsTheyAreNamed(t *testing.T) {
	metrics := serviceMetrics(t)
	told := map[string]bool{}
	for _, file := range []string{"deploy/grafana.json", "deploy/alerts.yml", "docs/OPERATE.md"} {
		b, err := os.ReadFile("../../../" + file)
		if err != nil {
			t.Fatal(err)
		}
		names := aMetric.FindAllString(string(b), -1)
		if len(names) < 5 {
			t.Errorf("%s names %d metrics only; is the pattern right?", file, len(names))
		}
		for _, name := range names {
			_, plain := metrics[name]
			_, histogram := metrics[name+"_bucket"]
			if doc := strings.HasSuffix(file, ".md"); !plain && !(doc && histogram) {
				t.Errorf("%s: there is no metric %s", file, name)
			} else if doc {
				told[name] = true
			}
		}
	}
	for name := range metrics {
		base := regexp.MustCompile(`_(bucket|sum|count)$`).ReplaceAllString(name, "")
		if strings.HasPrefix(name, "nonet_") && !told[name] && !told[base] {
			t.Errorf("docs/OPERATE.md does not tell of %s", name)
		}
	}
}

// Each query of the dashboard uses labels that its metrics have.
func TestDashboard(t *testing.T) {
	b, err := os.ReadFile("../../../deploy/grafana.json")
	if err != nil {
		t.Fatal(err)
	}
	var dashboard struct {
		Panels []struct {
			ID      int
			Type    string
			Title   string
			GridPos struct{ X, Y, W, H int }
			Targets []struct{ Expr, LegendFormat string }
		}
	}
	if err := json.Unmarshal(b, &dashboard); err != nil {
		t.Fatal(err)
	}
	metrics := serviceMetrics(t)
	filtered := regexp.MustCompile(`([a-z_]+)\{([^}]*)\}`)
	grouped := regexp.MustCompile(`by \(([a-z, ]+)\)`)
	taken := map[[2]int]string{}
	for _, p := range dashboard.Panels {
		for x := range p.GridPos.W {
			for y := range p.GridPos.H {
				at := [2]int{p.GridPos.X + x, p.GridPos.Y + y}
				if taken[at] != "" || at[0] >= 24 {
					t.Fatalf("%s lies on %q, or beyond the edge", p.Title, taken[at])
				}
				taken[at] = p.Title
			}
		}
		if p.Type != "row" && len(p.Targets) == 0 {
			t.Errorf("%s shows nothing", p.Title)
		}
		for _, target := range p.Targets {
			known := []string{"job", "instance"}
			for _, part := range filtered.FindAllStringSubmatch(target.Expr, -1) {
				labels := append([]string{"job", "instance"}, metrics[part[1]]...)
				if strings.HasSuffix(part[1], "_bucket") {
					labels = append(labels, "le")
				}
				known = append(known, labels...)
				if !strings.Contains(part[2], `job="$job",instance=~"$instance"`) {
					t.Errorf("%s: %s is not of what was chosen", p.Title, part[0])
				}
				for _, match := range regexp.MustCompile(`([a-z]+)[=!]`).FindAllStringSubmatch(part[2], -1) {
					if !slices.Contains(labels, match[1]) {
						t.Errorf("%s: %s has no label %s", p.Title, part[1], match[1])
					}
				}
			}
			for _, part := range grouped.FindAllStringSubmatch(target.Expr, -1) {
				for label := range strings.SplitSeq(part[1], ", ") {
					if !slices.Contains(known, label) {
						t.Errorf("%s groups by %s, which no metric in it has", p.Title, label)
					}
				}
			}
			for _, part := range regexp.MustCompile(`\{\{([a-z]+)\}\}`).FindAllStringSubmatch(target.LegendFormat, -1) {
				if !slices.Contains(known, part[1]) {
					t.Errorf("%s names %s, which no metric in it has", p.Title, part[1])
				}
			}
		}
	}
	if len(dashboard.Panels) < 20 {
		t.Errorf("%d panels", len(dashboard.Panels))
	}
}
