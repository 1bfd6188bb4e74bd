package locale

import (
	"errors"
	"strings"
	"testing"

	"nonet/message"
)

const (
	en = message.English
	zh = message.Chinese
)

func TestFromHeader(t *testing.T) {
	for header, want := range map[string]message.Lang{
		"":                                  en,
		"*":                                 en,
		"en":                                en,
		"en-GB,zh;q=0.5":                    en,
		"zh":                                zh,
		"zh-CN,zh;q=0.9,en;q=0.8":           zh,
		"zh-TW":                             zh,
		"zh-TW,zh;q=0.9,en-US;q=0.8":        zh,
		"zh-Hant-HK":                        zh,
		"en;q=0.1, zh-CN;q=0.9":             zh,
		"fr-FR, zh;q=0.5":                   zh,
		"fr-FR":                             en,
		"zh;q=0, en":                        en,
		"!!, zh-CN":                         zh,
		"zh-CN;q=nonsense":                  en,
		"\x00\xff":                          en,
		strings.Repeat("-", 5000):           en,
		strings.Repeat("zh-CN,", 100) + "x": zh,
	} {
		if got := FromHeader(header); got != want {
			t.Errorf("%.40q: %s, want %s", header, got, want)
		}
	}
}

func TestFromEnvironment(t *testing.T) {
	type env = map[string]string
	for _, test := range []struct {
		env  env
		want message.Lang
	}{
		{nil, en},
		{env{"LANG": "en_US.UTF-8"}, en},
		{env{"LANG": "zh_CN.UTF-8"}, zh},
		{env{"LANG": "zh_CN.GB18030"}, zh},
		{env{"LANG": "zh_TW"}, zh},
		{env{"LANG": "zh_HK.Big5-HKSCS"}, zh},
		{env{"LANG": "zh_SG@pinyin"}, zh},
		{env{"LANG": "C"}, en},
		{env{"LANG": "POSIX"}, en},
		{env{"LANG": "fr_FR.UTF-8"}, en},
		{env{"LANG": "~~~"}, en},
		{env{"LC_ALL": "C.UTF-8", "LANG": "zh_CN.UTF-8"}, en},
		{env{"LC_ALL": "", "LC_MESSAGES": "zh_CN", "LANG": "en_US"}, zh},
		{env{"LC_ALL": "en_GB", "LC_MESSAGES": "zh_CN"}, en},
	} {
		if got := FromEnvironment(func(name string) string { return test.env[name] }); got != test.want {
			t.Errorf("%v: %s, want %s", test.env, got, test.want)
		}
	}
}

func TestParse(t *testing.T) {
	for name, want := range map[string]message.Lang{
		"en": en, "EN": en, "en-GB": en, "en_US": en,
		"zh": zh, "zh-CN": zh, "zh_cn": zh, "zh-TW": zh, "zh-Hans": zh, " zh ": zh,
	} {
		if got, err := Parse(name); err != nil || got != want {
			t.Errorf("%q: %s, %v", name, got, err)
		}
	}
	for _, name := range []string{"", "fr", "cy", "bo", "und", "*", "english", "中文", "\x00", strings.Repeat("a", 1<<16)} {
		_, err := Parse(name)
		if !errors.As(err, new(*message.Error)) {
			t.Errorf("%.40q: %v", name, err)
			continue
		}
		for _, lang := range message.Langs() {
			if text := message.TextOf(err, lang); !strings.Contains(text, "en, zh-CN") {
				t.Errorf("%.40q in %s does not list the languages: %s", name, lang, text)
			}
		}
	}
}

// Any header leads to a language of the catalogue.
func FuzzFromHeader(f *testing.F) {
	for _, s := range []string{"", "zh-TW,zh;q=0.9,en-US;q=0.8", "*;q=0", "en;;q=1", "i-klingon", "x-a-b-c"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, header string) {
		for _, got := range []message.Lang{FromHeader(header), FromEnvironment(func(string) string { return header })} {
			if got != en && got != zh {
				t.Errorf("%q leads to %q", header, got)
			}
		}
	})
}
