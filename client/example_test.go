package client_test

import (
	"context"
	"errors"
	"fmt"
	"log"
	"net/http/httptest"
	"slices"

	"nonet/client"
	"nonet/internal/app/httpapi"
	"nonet/wire"
)

func Example() {
	server := httptest.NewServer(httpapi.New(httpapi.Config{})) // or nonet serve
	defer server.Close()

	c := client.New(server.URL)
	answer, err := c.Solve(context.Background(), client.SolveRequest{
		Puzzle: "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..",
	})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(answer.Solutions[0], answer.Complete)
	// Output: 812753649943682175675491283154237896369845721287169534521974368438526917796318452 true
}

func ExampleClient_SolveBatch() {
	server := httptest.NewServer(httpapi.New(httpapi.Config{}))
	defer server.Close()

	puzzles := []string{
		"53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
		"a puzzle?",
		"8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..",
	}
	for answer, err := range client.New(server.URL).SolveBatch(context.Background(), client.SolveRequest{}, slices.Values(puzzles)) {
		if p, refused := errors.AsType[*wire.Problem](err); refused && p.Line > 0 {
			fmt.Println("puzzle", p.Line, "is", p.Code)
			continue
		} else if err != nil {
			log.Fatal(err)
		}
		fmt.Println(answer.Solutions[0])
	}
	// Output:
	// 534678912672195348198342567859761423426853791713924856961537284287419635345286179
	// puzzle 2 is invalid-puzzle
	// 812753649943682175675491283154237896369845721287169534521974368438526917796318452
}
