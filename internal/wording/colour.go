package wording

import (
	"strings"
	"sync"
)

// colours maps each word for a colour to the names that drawings use for the colour.
var colours = sync.OnceValue(func() map[string][]string {
	return map[string][]string{
		"grey": {"grey"}, "gray": {"grey"}, "silver": {"grey"}, "black": {"black"}, "white": {"white"},
		"green": {"green"}, "lime": {"green"}, "sage": {"green"}, "emerald": {"green"}, "forest": {"green"}, "olive": {"green"}, "mint": {"green", "teal"},
		"teal": {"teal"}, "turquoise": {"teal"}, "cyan": {"teal"}, "aqua": {"teal"}, "aquamarine": {"teal", "green"},
		"blue": {"blue"}, "navy": {"blue"}, "royal": {"blue"}, "azure": {"blue"}, "sky": {"blue", "teal"}, "indigo": {"blue", "purple"},
		"purple": {"purple"}, "violet": {"purple"}, "lavender": {"purple"}, "lilac": {"purple"}, "mauve": {"purple"}, "magenta": {"purple", "pink"}, "fuchsia": {"purple", "pink"},
		"pink": {"pink", "purple"}, "rose": {"pink"}, "salmon": {"pink", "orange"},
		"red": {"red"}, "crimson": {"red"}, "scarlet": {"red"}, "maroon": {"red", "brown"},
		"orange": {"orange"}, "amber": {"orange", "yellow"}, "peach": {"orange"}, "coral": {"orange", "red"},
		"yellow": {"yellow"}, "gold": {"yellow", "orange", "brown"}, "golden": {"yellow", "orange", "brown"},
		"brown": {"brown"}, "beige": {"brown"}, "tan": {"brown"},
	}
})

// colourful lists words that may stand before a colour and do not change the meaning.
var colourful = sync.OnceValue(func() map[string]bool {
	return wordSet("light lighter dark darker pale bright deep thick thicker thin thinner solid hollow bold opaque stripy striped dashed dotted coloured colored shaded")
})

// ColourNames returns the names that drawings may use for word, a colour in [Meaning.Said]. The likeliest name is
// first.
func ColourNames(word string) []string {
	return colours()[word[strings.LastIndexByte(word, ' ')+1:]]
}

// saidColours returns the words for colours in a sentence.
func saidColours(tokens []token) (said []string) {
	for i, t := range tokens {
		word := t.word
		if colours()[word] == nil {
			continue
		}
		switch word {
		case "gray":
			word = "grey"
		case "golden":
			word = "gold"
		}
		if i > 0 {
			switch tokens[i-1].word {
			case "light", "lighter", "pale", "bright":
				word = "light " + word
			case "dark", "darker", "deep":
				word = "dark " + word
			}
		}
		said = append(said, word)
	}
	return said
}
