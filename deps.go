package nonet
import (
_ "github.com/spf13/cobra"
_ "github.com/rogpeppe/go-internal/testscript"
_ "github.com/danielgtaylor/huma/v2"
_ "github.com/danielgtaylor/huma/v2/adapters/humago"
_ "github.com/danielgtaylor/huma/v2/sse"
_ "golang.org/x/text/language"
_ "github.com/chromedp/chromedp"
_ "pgregory.net/rapid"
_ "golang.org/x/sys/cpu"
_ "golang.org/x/term"
_ "github.com/schollz/progressbar/v3"
)
