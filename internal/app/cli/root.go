package cli

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"nonet/board"
	"nonet/internal/app/cli/stream"
	"nonet/internal/app/locale"
	"nonet/internal/app/operation"
	"nonet/internal/contest"
	"nonet/internal/suggest"
	"nonet/message"
	"nonet/puzzle"
)

// The help lists commands by group, not alphabetically.
func init() { cobra.EnableCommandSorting = false }

type command struct {
	name  string
	build func(*app) *cobra.Command
}

// groups lists all commands except help and completion, in the order of the help. The title of a group has the
// catalogue's key cli.group.NAME.
var groups = []struct {
	name     string
	commands []command
}{
	{"solve", []command{
		{"solve", (*app).solveCommand},
		{"count", (*app).countCommand},
		{"check", (*app).checkCommand},
		{"verify", (*app).verifyCommand},
		{"candidates", (*app).candidatesCommand},
		{"target", (*app).targetCommand},
		{"lab", (*app).labCommand},
	}},
	{"learn", []command{
		{"hint", (*app).hintCommand},
		{"explain", (*app).explainCommand},
		{"grade", (*app).gradeCommand},
		{"steps", (*app).stepsCommand},
		{"techniques", (*app).techniquesCommand},
		{"practice", (*app).practiceCommand},
		{"kinds", (*app).kindsCommand},
	}},
	{"make", []command{
		{"generate", (*app).generateCommand},
		{"daily", (*app).dailyCommand},
		{"minimise", (*app).minimiseCommand},
		{"complete", (*app).completeCommand},
	}},
	{"formats", []command{
		{"convert", (*app).convertCommand},
		{"render", (*app).renderCommand},
		{"print", (*app).printCommand},
	}},
	{"research", []command{
		{"canon", (*app).canonCommand},
		{"iso", (*app).isoCommand},
		{"catalog", (*app).catalogCommand},
		{"minimal", (*app).minimalCommand},
		{"unavoidable", (*app).unavoidableCommand},
		{"backdoor", (*app).backdoorCommand},
		{"neighbours", (*app).neighboursCommand},
		{"collect", (*app).collectCommand},
		{"reglib", (*app).reglibCommand},
		{"bench", (*app).benchCommand},
	}},
	{"jobs", []command{
		{"batch", (*app).batchCommand},
		{"serve", (*app).serveCommand},
		{"site", (*app).siteCommand},
	}},
	{"contest", []command{
		{"oj", (*app).ojCommand},
	}},
	{"other", []command{{"version", (*app).versionCommand}}},
}

// commandOf returns the name of the command in args, or "" if args alone do not determine it.
func commandOf(args []string) string {
	for i := 0; i < len(args); i++ {
		switch arg := args[i]; {
		case arg == "--lang", arg == "--color":
			i++
		case arg == "--json", strings.HasPrefix(arg, "--lang="), strings.HasPrefix(arg, "--color="):
		default:
			for _, g := range groups {
				if slices.ContainsFunc(g.commands, func(c command) bool { return c.name == arg }) {
					return arg
				}
			}
			return ""
		}
	}
	return ""
}

// commandTree returns the root command with its subcommands. It builds only the command that args call, because
// building all commands takes longer than running one. If args do not determine a command, it builds all.
func (a *app) commandTree(args []string) *cobra.Command {
	version := false
	root := &cobra.Command{
		Use:           "nonet",
		SilenceErrors: true,
		SilenceUsage:  true,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if version {
				return a.showVersion()
			}
			return cmd.Help()
		},
	}
	root.PersistentPreRunE = func(cmd *cobra.Command, _ []string) error {
		for c := cmd; c.HasParent(); c = c.Parent() {
			a.asks = c.Name()
		}
		a.reading = a.reading.With(a.ignore, a.letters)
		return requireCompanionFlags(cmd)
	}
	root.Flags().BoolVar(&version, "version", false, a.TextOf("cli.flag.version"))
	root.SetArgs(args)
	root.SetIn(a.In)
	root.SetOut(a.Out)
	root.SetErr(a.Out) // cobra writes nothing but requested help to this stream
	root.SetHelpFunc(func(cmd *cobra.Command, _ []string) { fmt.Fprint(a.Out, a.helpOf(cmd)) })
	root.SetUsageFunc(func(cmd *cobra.Command) error {
		_, err := fmt.Fprint(a.Out, a.helpOf(cmd))
		return err
	})
	root.SetFlagErrorFunc(a.flagError)
	root.CompletionOptions.DisableDescriptions = false

	flags := root.PersistentFlags()
	flags.BoolVar(&a.json, "json", false, a.TextOf("cli.flag.json"))
	flags.Var(value{kind: "en|zh-CN", set: func(s string) error {
		lang, err := locale.Parse(s)
		if err == nil {
			a.Lang = lang
		}
		return err
	}}, "lang", a.TextOf("cli.flag.lang"))
	a.addChoice(root, flags, &a.color, "color", "auto", []string{"auto", "always", "never"}, "cli.flag.color")
	root.RegisterFlagCompletionFunc("lang", completeWords("en", "zh-CN"))

	command := commandOf(args)
	for _, g := range groups {
		root.AddGroup(&cobra.Group{ID: g.name, Title: a.TextOf("cli.group." + g.name)})
		for _, c := range g.commands {
			if command == "" || command == c.name {
				cmd := c.build(a)
				cmd.GroupID = g.name
				root.AddCommand(cmd)
			}
		}
	}
	root.SetHelpCommandGroupID("other")
	root.SetCompletionCommandGroupID("other")
	root.SetHelpCommand(a.helpCommand(root))
	root.InitDefaultHelpCmd()
	if root.CompletionOptions.DisableDefaultCmd = command != ""; command == "" {
		root.InitDefaultCompletionCmd()
	}
	a.setCommandTexts(root)
	return root
}

// setCommandTexts sets the texts of cmd and its subcommands. Their keys in the catalogue are "cli.PATH.short", ".long"
// and ".example".
func (a *app) setCommandTexts(cmd *cobra.Command) {
	path := strings.ReplaceAll(strings.TrimPrefix(cmd.CommandPath(), "nonet"), " ", ".")
	text := func(part string) string {
		key := "cli" + path + "." + part
		if text := a.TextOf(key); text != key {
			return text
		}
		return ""
	}
	if strings.HasPrefix(path, ".completion.") {
		cmd.Short, cmd.Long = a.TextOf("cli.completion.shell", "shell", cmd.Name()), a.TextOf("cli.completion.how."+cmd.Name())
		cmd.Args = refuseArguments
		if f := cmd.Flags().Lookup("no-descriptions"); f != nil {
			f.Usage = a.TextOf("cli.flag.noDescriptions")
		}
	} else if cmd.HasParent() && cmd.Parent().Name() == "oj" {
		c, _ := contest.ByName(cmd.Name())
		about := a.TextOf("oj.about." + c.Name)
		cmd.Short, _, _ = strings.Cut(strings.ReplaceAll(about, ":", ":"), ":")
		cmd.Long = about + "\n\n" + a.TextOf("cli.oj.exampleOf", "input", c.Example, "output", strings.TrimRight(c.Answer, "\n"))
	} else {
		cmd.Short, cmd.Long, cmd.Example = text("short"), text("long"), text("example")
	}
	if cmd.HasSubCommands() {
		cmd.Args = a.rejectUnknownSubcommand
		if !cmd.Runnable() {
			cmd.RunE = func(cmd *cobra.Command, _ []string) error { return cmd.Help() }
		}
	}
	cmd.DisableFlagsInUseLine = true
	cmd.InitDefaultHelpFlag()
	cmd.Flags().Lookup("help").Usage = a.TextOf("cli.flag.help")
	for _, sub := range cmd.Commands() {
		a.setCommandTexts(sub)
	}
}

// otherWords maps a word that people may try as a command to the command that they probably mean.
var otherWords = map[string]string{
	"why": "hint --why", "rate": "grade", "make": "generate", "create": "generate", "new": "generate", "play": "serve", "web": "serve",
	"draw": "render", "show": "render", "rules": "kinds", "variants": "kinds", "validate": "check", "import": "convert", "export": "convert",
	"transform": "iso", "estimate": "count --estimate", "trace": "lab", "score": "target", "optimise": "target", "optimize": "target",
}

// companions lists pairs of flags for each command. The command refuses a pair's first flag without the second, because
// the first would have no effect.
var companions = map[string][][2]string{
	"solve":      {{"seed", "random"}},
	"count":      {{"sample", "estimate"}, {"seed", "estimate"}},
	"neighbours": {{"lowest", "score"}, {"beam", "score"}},
}

func requireCompanionFlags(cmd *cobra.Command) error {
	for _, pair := range companions[cmd.Name()] {
		if err := requireFlagWith(cmd, pair[0], pair[1]); err != nil {
			return err
		}
	}
	return nil
}

func requireFlagWith(cmd *cobra.Command, flag, required string) error {
	if f := cmd.Flags(); f.Changed(flag) && !f.Changed(required) {
		return stream.Problem("error.flagAlone", "flag", "--"+flag, "with", "--"+required)
	}
	return nil
}

// rejectUnknownSubcommand returns an error if args begin with a word that is no subcommand of cmd. It serves commands
// that have only subcommands.
func (a *app) rejectUnknownSubcommand(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	var known []string
	for _, sub := range cmd.Commands() {
		if sub.IsAvailableCommand() {
			known = append(known, sub.Name())
		}
	}
	meant := suggest.Names(args[0], known)
	if other := otherWords[args[0]]; other != "" && !cmd.HasParent() {
		meant = []string{other}
	}
	if meant != nil {
		return stream.Problem("error.commandNear", "name", args[0], "near", strings.Join(meant, ", "), "path", cmd.CommandPath())
	}
	key := "error.command"
	switch isWord := !strings.ContainsFunc(args[0], func(r rune) bool { return r < 'a' || r > 'z' }); {
	case cmd.Name() == "oj":
		key = "error.contest"
	case !isWord && !cmd.HasParent():
		key = "error.commandOrPuzzle"
	}
	return stream.Problem(key, "name", args[0], "known", strings.Join(known, ", "))
}

func refuseArguments(cmd *cobra.Command, args []string) error {
	if len(args) > 0 {
		return stream.Problem("error.noArguments", "name", args[0], "path", cmd.CommandPath())
	}
	return nil
}

func (a *app) helpCommand(root *cobra.Command) *cobra.Command {
	return &cobra.Command{
		Use: "help [" + a.TextOf("cli.word.command") + "]",
		RunE: func(_ *cobra.Command, args []string) error {
			cmd, rest, err := root.Find(args)
			if err != nil || len(rest) > 0 {
				if !cmd.HasSubCommands() {
					cmd = root
				}
				return a.rejectUnknownSubcommand(cmd, rest)
			}
			return cmd.Help()
		},
		ValidArgsFunction: func(_ *cobra.Command, _ []string, _ string) ([]string, cobra.ShellCompDirective) {
			var names []string
			for _, sub := range root.Commands() {
				if sub.IsAvailableCommand() {
					names = append(names, cobra.CompletionWithDesc(sub.Name(), sub.Short))
				}
			}
			return names, cobra.ShellCompDirectiveNoFileComp
		},
	}
}

// helpOf returns the help for a command, in the language of the run. It formats cobra's data itself.
func (a *app) helpOf(cmd *cobra.Command) string {
	var b strings.Builder
	about := cmd.Long
	if about == "" {
		about = cmd.Short
	}
	if line := a.acceptedPuzzlesText(cmd); line != "" {
		about += "\n\n" + line
	}
	fmt.Fprintf(&b, "%s\n\n%s\n", about, a.TextOf("cli.word.usage"))
	if cmd.Runnable() && cmd.HasParent() {
		fmt.Fprintf(&b, "  %s [%s]\n", cmd.UseLine(), a.TextOf("cli.word.flagsHere"))
	}
	if cmd.HasAvailableSubCommands() {
		fmt.Fprintf(&b, "  %s [%s]\n", cmd.CommandPath(), a.TextOf("cli.word.command"))
	}
	if cmd.Example != "" {
		fmt.Fprintf(&b, "\n%s\n", a.TextOf("cli.word.examples"))
		for line := range strings.SplitSeq(cmd.Example, "\n") {
			fmt.Fprintf(&b, "  %s\n", line)
		}
	}
	if cmd.HasAvailableSubCommands() {
		listed := cmd.Groups()
		if len(listed) == 0 {
			listed = []*cobra.Group{{Title: a.TextOf("cli.word.commands")}}
		}
		for _, g := range listed {
			fmt.Fprintf(&b, "\n%s\n", g.Title)
			for _, sub := range cmd.Commands() {
				if sub.GroupID == g.ID && (sub.IsAvailableCommand() || sub.Name() == "help") {
					fmt.Fprintf(&b, "  %-12s %s\n", sub.Name(), sub.Short)
				}
			}
		}
	}
	if s := a.flagsHelp(cmd.LocalFlags()); s != "" {
		fmt.Fprintf(&b, "\n%s\n%s", a.TextOf("cli.word.flags"), s)
	}
	if s := a.flagsHelp(cmd.InheritedFlags()); s != "" {
		fmt.Fprintf(&b, "\n%s\n%s", a.TextOf("cli.word.globalFlags"), s)
	}
	if !cmd.HasParent() {
		fmt.Fprintf(&b, "\n%s\n", a.TextOf("cli.more"))
	}
	return b.String()
}

// acceptedPuzzlesText returns a text which says which puzzles a command accepts, and which of its flags accept fewer.
// It returns "" for a command that takes no puzzles.
func (a *app) acceptedPuzzlesText(cmd *cobra.Command) string {
	capability, ok := operation.CapabilityOf(cmd.Name(), "")
	if !ok || cmd.Parent() != cmd.Root() {
		return ""
	}
	lines := []string{a.TextOf("cli.help.puzzles", "puzzles", capability.For.Message())}
	for _, scope := range operation.Scopes() {
		var flags []string
		for _, c := range operation.Capabilities() {
			if c.Command == cmd.Name() && c.Flag != "" && c.For == scope {
				flags = append(flags, c.Flag)
			}
		}
		if flags != nil {
			lines = append(lines, a.TextOf("cli.help.puzzlesOfFlags", "flags", strings.Join(flags, ", "), "puzzles", scope.Message()))
		}
	}
	for _, f := range operation.FeaturesOf(cmd.Name()) {
		line := a.TextOf("cli.help.puzzlesOfFlags", "flags", f.Message(), "puzzles", f.For.Message())
		first, size := utf8.DecodeRuneInString(line)
		lines = append(lines, string(unicode.ToUpper(first))+line[size:]) // elsewhere, the feature's name is not the first word
	}
	return strings.Join(lines, "\n")
}

// typeWords maps a flag's type to the key of a word for its value, such as "number". The help prints this word unless
// the flag's text contains a word of its own.
var typeWords = map[string]string{"int": "cli.word.number", "uint": "cli.word.number", "float": "cli.word.number", "duration": "cli.word.time", "string": "cli.word.text"}

// flagsHelp returns one or two lines for each flag. A flag's text begins on the flag's line, or on the next line if the
// flag is long.
func (a *app) flagsHelp(set *pflag.FlagSet) string {
	const mostBeside = 30
	var all [][2]string
	column := 0
	set.VisitAll(func(f *pflag.Flag) {
		if f.Hidden {
			return
		}
		name := "      --" + f.Name
		if f.Shorthand != "" {
			name = "  -" + f.Shorthand + ", --" + f.Name
		}
		value, usage := pflag.UnquoteUsage(f)
		if word := typeWords[value]; word != "" {
			value = a.TextOf(word)
		}
		if f.Value.Type() != "bool" {
			name += " " + value
		}
		if d := f.DefValue; d != "" && d != "false" && d != "0" && d != "0s" && d != "[]" {
			usage += a.TextOf("cli.default", "value", strings.Trim(d, "[]"))
		}
		all = append(all, [2]string{name, usage})
		if width := stream.TextWidth(name) + 2; width <= mostBeside {
			column = max(column, width)
		}
	})
	var b strings.Builder
	indent := strings.Repeat(" ", column)
	for _, f := range all {
		b.WriteString(f[0])
		if width := stream.TextWidth(f[0]); width+2 <= column {
			b.WriteString(indent[width:])
		} else {
			b.WriteString("\n" + indent)
		}
		b.WriteString(strings.ReplaceAll(wrapText(f[1], textWidth-column), "\n", "\n"+indent) + "\n")
	}
	return b.String()
}

// flagError translates cobra's error about a flag to the language of the run.
func (a *app) flagError(cmd *cobra.Command, err error) error {
	var unknown *pflag.NotExistError
	var wants *pflag.ValueRequiredError
	var invalid *pflag.InvalidValueError
	var syntax *pflag.InvalidSyntaxError
	path := cmd.CommandPath()
	switch {
	case errors.As(err, &unknown):
		name := "--" + unknown.GetSpecifiedName()
		if short := unknown.GetSpecifiedShortnames(); short != "" {
			name = "-" + short[:1]
		}
		var known []string
		cmd.Flags().VisitAll(func(f *pflag.Flag) { known = append(known, "--"+f.Name) })
		return &message.Error{What: suggest.WithSuggestions(message.New("error.flag", "name", name, "path", path), name, known)}
	case errors.As(err, &wants):
		return stream.Problem("error.flagValue", "name", "--"+wants.GetFlag().Name, "path", path)
	case errors.As(err, &invalid):
		return stream.Problem("error.flagInvalid", "name", "--"+invalid.GetFlag().Name, "value", invalid.GetValue(), "why", invalidReason(invalid))
	case errors.As(err, &syntax):
		return stream.Problem("error.flag", "name", syntax.GetSpecifiedFlag(), "path", path)
	}
	return err
}

// invalidReason returns a text or error which says why the value of a flag is invalid.
func invalidReason(invalid *pflag.InvalidValueError) any {
	var m message.Messenger
	switch {
	case errors.As(invalid, &m):
		return m.Message()
	case invalid.GetFlag().Value.Type() == "duration":
		return message.New("error.duration")
	case invalid.GetFlag().Value.Type() == "bool":
		return message.New("error.bool")
	}
	return message.New("error.number")
}

// value implements pflag.Value. Set checks the text at once.
type value struct {
	kind string        // the word for the value in the help
	show func() string // a function that returns the default to print in the help; nil if the flag has no default
	set  func(string) error
}

func (v value) Set(s string) error { return v.set(s) }
func (v value) Type() string       { return v.kind }
func (v value) String() string {
	if v.show == nil {
		return ""
	}
	return v.show()
}

// addChoice adds a flag that accepts only the given words. `key` is the key of the flag's text in the catalogue.
func (a *app) addChoice(cmd *cobra.Command, flags *pflag.FlagSet, to *string, name, initial string, words []string, key string) {
	*to = initial
	flags.Var(value{strings.Join(words, "|"), func() string { return *to }, func(s string) error {
		if !slices.Contains(words, s) {
			return unknownNameError("error.choice", s, words)
		}
		*to = s
		return nil
	}}, name, a.TextOf(key))
	cmd.RegisterFlagCompletionFunc(name, completeWords(words...))
}

func completeWords(words ...string) cobra.CompletionFunc {
	return cobra.FixedCompletions(words, cobra.ShellCompDirectiveNoFileComp)
}

// puzzleCommand returns a command whose arguments are puzzles. It has the flag --keep-going. `use` is the command's name,
// perhaps with an argument before the puzzles.
func (a *app) puzzleCommand(use string, run func(cmd *cobra.Command, args []string) error) *cobra.Command {
	cmd := &cobra.Command{Use: use + " " + a.TextOf("cli.word.puzzles"), RunE: run}
	cmd.Flags().BoolVarP(&a.KeepGoing, "keep-going", "k", false, a.TextOf("cli.flag.keepGoing"))
	return cmd
}

// addBoardFlag adds the flag --on, which names a board whose houses become rules of every puzzle.
func (a *app) addBoardFlag(cmd *cobra.Command) {
	cmd.Flags().Var(value{"string", func() string { return a.added.Board().String() }, func(s string) error {
		b, err := board.Parse(s)
		if err != nil {
			return err
		}
		return a.added.SetBoard(b)
	}}, "on", a.TextOf("cli.flag.on"))
	cmd.RegisterFlagCompletionFunc("on", completeWords("classic", "x", "windoku", "x+windoku"))
}

// addRulesFlags adds the flags for puzzles that are not classic, such as --add and --as.
func (a *app) addRulesFlags(cmd *cobra.Command) {
	cmd.Flags().Var(value{kind: "rules", set: a.added.Add}, "add", a.TextOf("cli.flag.add"))
	cmd.RegisterFlagCompletionFunc("add", completeKinds)
	cmd.Flags().Var(value{kind: "'what: kind'", set: a.addCorrection}, "as", a.TextOf("cli.flag.as"))
	cmd.Flags().BoolVar(&a.ignore, "ignore-unknown", false, a.TextOf("cli.flag.ignoreUnknown"))
	a.addChoice(cmd, cmd.Flags(), &a.letters, "letters", "auto", []string{"auto", "ten", "one"}, "cli.flag.letters")
}

func (a *app) addLimitFlags(cmd *cobra.Command, l *puzzle.Limits) {
	cmd.Flags().Uint64Var(&l.Nodes, "nodes", l.Nodes, a.TextOf("cli.flag.nodes"))
	a.addTimeoutFlag(cmd, l)
}

func (a *app) addTimeoutFlag(cmd *cobra.Command, l *puzzle.Limits) {
	cmd.Flags().Var(timeLimitFlag(&l.Time), "timeout", a.TextOf("cli.flag.timeout"))
}

func (a *app) badFlag(name string, value any, key string, args ...any) error {
	return stream.Problem("error.flagInvalid", "name", name, "value", value, "why", a.TextOf(key, args...))
}

// addSeedFlag adds the flag --seed for random choices. Without the flag, *seed is random.
func (a *app) addSeedFlag(cmd *cobra.Command, seed *uint64) {
	cmd.Flags().Uint64Var(seed, "seed", 0, a.TextOf("cli.practice.seed"))
	*seed = operation.AnySeed()
}

// addThreadsFlag adds the flag --threads: how many threads search one large board. 0 means all processors, and so does
// any number above the number of processors.
func (a *app) addThreadsFlag(cmd *cobra.Command, l *puzzle.Limits) {
	l.Threads = 1
	cmd.Flags().Var(value{"int", func() string { return strconv.Itoa(l.Threads) }, func(s string) error {
		all := runtime.GOMAXPROCS(0)
		n, err := strconv.ParseUint(s, 10, 31)
		if err != nil {
			return stream.Problem("cli.threads")
		}
		l.Threads = min(cmp.Or(int(n), all), all)
		return nil
	}}, "threads", a.TextOf("cli.flag.threadsTogether"))
}

// timeLimitFlag returns the value of a flag for a duration of at least 0; 0 means no limit.
func timeLimitFlag(to *time.Duration) value { return durationFlag(0, to, "error.duration") }

func positiveTimeFlag(to *time.Duration) value { return durationFlag(1, to, "error.positiveTime") }

// durationFlag returns the value of a flag for a duration of at least `minimum`. `key` is the key of the text that
// refuses other durations.
func durationFlag(minimum time.Duration, to *time.Duration, key string) value {
	return value{"duration", func() string { return to.String() }, func(s string) error {
		d, err := time.ParseDuration(s)
		if err != nil || d < minimum {
			return stream.Problem(key)
		}
		*to = d
		return nil
	}}
}

func positiveFlag[N int | int64](to *N) value { return rangeFlag(to, 1, math.MaxInt, "error.positive") }

// numberFlag returns the value of a flag for an integer of at least 0.
func numberFlag[N int | int64](to *N) value { return rangeFlag(to, 0, math.MaxInt, "error.number") }

// rangeFlag returns the value of a flag for an integer from `minimum` to `greatest`. `key` is the key of the text that
// refuses other integers.
func rangeFlag[N int | int64](to *N, minimum, greatest int64, key string, args ...any) value {
	return value{"int", func() string { return strconv.FormatInt(int64(*to), 10) }, func(s string) error {
		n, err := strconv.ParseInt(s, 10, strconv.IntSize)
		if err != nil || n < minimum || n > greatest {
			return stream.Problem(key, args...)
		}
		*to = N(n)
		return nil
	}}
}

// unifyJSONFormat makes --json equivalent to --format json, for commands with a flag --format. If --json is set
// together with another format, it returns an error.
func (a *app) unifyJSONFormat(cmd *cobra.Command, style *string) error {
	if a.json && cmd.Flags().Changed("format") && *style != "json" {
		return stream.Problem("error.together", "a", "--json", "b", "--format "+*style)
	}
	if a.json {
		*style = "json"
	}
	a.json = *style == "json"
	return nil
}
