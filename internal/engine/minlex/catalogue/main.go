//go:build ignore

// Counts the essentially different grids, for the table of package minlex:
//
//	go run internal/engine/minlex/catalogue/main.go COUNTS    takes some half an hour of a processor
//
// COUNTS is a text that it appends a line to for each class of bands: its number from 1, and how
// many grids each row 4 begins. A run that was stopped goes on where it was.
package main

import (
	"bufio"
	"fmt"
	"log"
	"os"
	"runtime"
	"strings"
	"sync"

	"nonet/internal/engine/minlex"
)

func main() {
	log.SetFlags(0)
	if len(os.Args) != 2 {
		log.Fatal("usage: go run internal/engine/minlex/catalogue/main.go COUNTS")
	}
	f, err := os.OpenFile(os.Args[1], os.O_RDWR|os.O_CREATE, 0o644)
	if err != nil {
		log.Fatal(err)
	}
	var done [minlex.Classes]bool
	end := int64(0)
	in := bufio.NewReaderSize(f, 1<<20)
	for {
		line, err := in.ReadString('\n')
		if err != nil {
			break // a line that was not finished is made anew
		}
		var n int
		if _, err := fmt.Sscan(line, &n); err != nil || n < 1 || n > minlex.Classes {
			log.Fatalf("%s is not such a text: %.40q", os.Args[1], line)
		}
		done[n-1] = true
		end += int64(len(line))
	}
	if err := f.Truncate(end); err != nil {
		log.Fatal(err)
	}
	if _, err := f.Seek(end, 0); err != nil {
		log.Fatal(err)
	}
	next := make(chan int)
	var write sync.Mutex
	var all sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		all.Go(func() {
			for class := range next {
				w := minlex.NewWalk(class)
				var line strings.Builder
				fmt.Fprint(&line, class+1)
				sum := uint64(0)
				for _, row := range w.Rows4() {
					n := w.Segment(&row)
					fmt.Fprint(&line, " ", n)
					sum += n
				}
				line.WriteByte('\n')
				write.Lock()
				if _, err := f.WriteString(line.String()); err != nil {
					log.Fatal(err)
				}
				fmt.Println(class+1, sum)
				write.Unlock()
			}
		})
	}
	for class := minlex.Classes - 1; class >= 0; class-- {
		if !done[class] {
			next <- class
		}
	}
	close(next)
	all.Wait()
}
