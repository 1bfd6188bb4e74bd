package wording

import "sync"

// colours maps the words for colours to the names that these may have.
var colours = sync.OnceValue(func() map[string][]string {
	return map[string][]string{
		"grey": {"grey"}, "gray": {"grey"}, "silver": {"grey"}, "black": {"black"}, "white": {"white"},
		"green": {"green"}, "lime": {"green"}, "olive": {"green"}, "mint": {"green", "teal"},
		"teal": {"teal"}, "turquoise": {"teal"}, "cyan": {"teal"}, "aqua": {"teal"}, "aquamarine": {"teal", "green"},
		"blue": {"blue"}, "navy": {"blue"}, "sky": {"blue", "teal"}, "indigo": {"blue", "purple"},
		"purple": {"purple"}, "violet": {"purple"}, "lavender": {"purple"}, "lilac": {"purple"}, "mauve": {"purple"}, "magenta": {"purple", "pink"}, "fuchsia": {"purple", "pink"},
		"pink": {"pink", "purple"}, "rose": {"pink"}, "salmon": {"pink", "orange"},
		"red": {"red"}, "crimson": {"red"}, "maroon": {"red", "brown"},
		"orange": {"orange"}, "amber": {"orange", "yellow"}, "peach": {"orange"}, "coral": {"orange", "red"},
		"yellow": {"yellow"}, "gold": {"yellow", "orange", "brown"}, "golden": {"yellow", "orange", "brown"},
		"brown": {"brown"}, "beige": {"brown"}, "tan": {"brown"},
	}
})

// colourful lists words that may qualify a colour without changing the meaning.
var colourful = sync.OnceValue(func() map[string]bool {
	return words("light lighter dark darker pale bright deep thick thin solid coloured colored shaded")
})
