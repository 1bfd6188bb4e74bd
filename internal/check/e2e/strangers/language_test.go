package strangers

import (
	"strings"
	"testing"

	"golang.org/x/text/language"

	"nonet/internal/app/locale"
	"nonet/message"
)

// TestAsXText checks that a header means the same as in x/text/language. There is one exception: a reader who
// prefers traditional Chinese and also knows English gets Chinese.
func TestAsXText(t *testing.T) {
	matcher := language.NewMatcher([]language.Tag{language.English, language.MustParse("zh-CN")})
	check := func(header string) {
		wanted, _, err := language.ParseAcceptLanguage(strings.ReplaceAll(header, "_", "-"))
		if err != nil {
			t.Fatalf("%q: %v", header, err)
		}
		_, i, _ := matcher.Match(wanted...)
		if got := locale.FromHeader(header); got != message.Langs()[i] {
			t.Errorf("%q: %s, want %s", header, got, message.Langs()[i])
		}
	}
	for _, tag := range []string{
		"en", "en-GB", "en_US", "EN-us", "en-x-a", "en-u-nu-latn", "zh", "zh-CN", "zh_cn", "zh-Hans", "zh-Hans-SG", "zh-x-a", "zh-u-nu-hanidec",
		"fr", "fr-CA", "de-AT", "ja", "ko-KR", "cy", "es-419", "sw", "ms", "vi", "pt-BR", "ru", "hi", "yue", "ar-EG", "cmn",
	} {
		check(tag)
		for _, other := range []string{"en", "zh-CN", "fr", "de;q=0.7", "zh;q=0.3", "en-US;q=0.9", "zh;q=0"} {
			check(tag + ", " + other)
			check(tag + ";q=0.5," + other)
			check("*;q=0.1, " + other + "," + tag + ";q=0.25")
		}
	}
	for _, tag := range []string{"zh-TW", "zh_HK", "zh-Hant-MO"} {
		check(tag)
		check(tag + ",zh;q=0.9,en-US;q=0.8,en;q=0.7")
		if got := locale.FromHeader(tag + ",en;q=0.8"); got != message.Chinese {
			t.Errorf("%s before English: %s", tag, got)
		}
	}
}
