package logic

// LibraryOptions are those that HoDoKu's own runner sets for a line of its
// regression library with this code and variant.
func LibraryOptions(code, variant string) Options {
	var o Options
	if len(code) < 4 {
		return o
	}
	switch base := code[:4]; {
	case base == "0402":
		o.TwoCandidateRectangles = variant == "1"
	case base == "0405":
		o.TwoCandidateRectangles = true
	case base[:3] == "060":
		o.MissingCorners = variant != "1"
	case base > "0300" && base < "0400":
		o.Siamese = len(code) == 5
	case base == "0709":
		o.SetsInChains = variant == "2"
	case base == "0710", base == "0711":
		o.SetsInChains = variant >= "3"
	case base[:2] == "09":
		o.OverlappingSets = variant == "2"
	}
	return o
}
