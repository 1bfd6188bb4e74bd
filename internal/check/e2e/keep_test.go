package e2e

import (
	"fmt"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"nonet/message"
)

// history is the tab's, as the browser's own buttons see it.
func (p *client) history() page.GetNavigationHistoryResult {
	p.t.Helper()
	all, err := chromedp.Call(p.ctx, page.GetNavigationHistory, cdp.Empty{})
	must(p.t, err)
	return all
}

// back is the browser's Back.
func (p *client) back() {
	p.t.Helper()
	all := p.history()
	call(p, page.NavigateToHistoryEntry, page.NavigateToHistoryEntryParams{EntryID: all.Entries[all.CurrentIndex-1].ID})
}

// Back closes a dialog, and only then leaves the page; a dialog closed in another way leaves nothing to go back through.
func TestBackClosesDialogs(t *testing.T) {
	p := open(t, setting{message.English, true})
	before := p.history().CurrentIndex
	at := func(want int64) {
		t.Helper()
		p.wait(fmt.Sprintf(`(history.state?.dialogs ?? 0) === %d`, want))
		if got := p.history().CurrentIndex; got != before+want {
			t.Errorf("the history is at %d, not at %d", got, before+want)
		}
	}
	for _, dialog := range []struct{ opens, id string }{{"settings", "settings"}, {"new", "maker"}} {
		isOpen := fmt.Sprintf(`document.querySelector("#%s").open`, dialog.id)
		p.press(action(dialog.opens))
		p.wait(isOpen)
		at(1)
		p.back()
		p.wait("!" + isOpen)
		at(0)
		p.press(action(dialog.opens))
		p.wait(isOpen)
		at(1)
		p.keys(kb.Escape)
		p.wait("!" + isOpen)
		at(0)
	}
	p.press(cell("r1c2"))
	p.keys("1")
	p.waitText(cell("r1c2"), "1")
}
