package sheet

import (
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"io"
	"math"
	"slices"

	"golang.org/x/image/font"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/math/fixed"
	"golang.org/x/image/vector"

	"nonet/format"
	"nonet/internal/picture"
)

// MinPixels and MaxPixels limit the longer side of a picture.
const (
	MinPixels = 90
	MaxPixels = 8192
)

// PNG writes a picture of a puzzle to w. `pixels` is the length of its longer side, from [MinPixels] to [MaxPixels].
func PNG(w io.Writer, z *format.Puzzle, look picture.Look, pixels int) error {
	if pixels < MinPixels || pixels > MaxPixels {
		return fmt.Errorf("sheet: %d pixels are not from %d to %d", pixels, MinPixels, MaxPixels)
	}
	parsed, err := opentype.Parse(sans())
	if err != nil {
		return err
	}
	box := picture.BoxOf(z.Puzzle())
	scale := float64(pixels) / max(box.W, box.H)
	area := image.Rect(0, 0, max(1, int(math.Round(box.W*scale))), max(1, int(math.Round(box.H*scale))))
	p := &pngPen{img: image.NewRGBA(area), origin: picture.Point{X: box.X, Y: box.Y}, scale: scale, font: parsed, faces: map[float64]font.Face{}}
	draw.Draw(p.img, area, image.White, image.Point{}, draw.Src)
	picture.Paint(p, z, look, nil)
	return png.Encode(w, p.img)
}

type pngPen struct {
	img    *image.RGBA
	origin picture.Point // the picture's top left corner, in the board's units
	scale  float64       // the number of pixels per unit of the board
	font   *opentype.Font
	faces  map[float64]font.Face
	shape  [][]picture.Point // the polygons, in pixels, that fillShape fills next
}

func (p *pngPen) toPixels(x, y float64) (px, py float64) {
	return (x - p.origin.X) * p.scale, (y - p.origin.Y) * p.scale
}

// fillPixels fills a rectangle whose edges it rounds to whole pixels.
func (p *pngPen) fillPixels(left, top, right, bottom float64, ink color.RGBA) {
	r := image.Rect(int(math.Round(left)), int(math.Round(top)), int(math.Round(right)), int(math.Round(bottom)))
	draw.Draw(p.img, r, image.NewUniform(ink), image.Point{}, draw.Src)
}

func (p *pngPen) Fill(x, y, w, h float64, ink color.RGBA) {
	left, top := p.toPixels(x, y)
	right, bottom := p.toPixels(x+w, y+h)
	p.fillPixels(left, top, right, bottom, ink)
}

// Line draws a line that covers whole pixels, so that it is not blurred.
func (p *pngPen) Line(x1, y1, x2, y2, width float64, ink color.RGBA) {
	thickness := max(1, math.Round(width*p.scale))
	left, top := p.toPixels(x1, y1)
	right, bottom := p.toPixels(x2, y2)
	p.fillPixels(math.Round(left-thickness/2), math.Round(top-thickness/2), math.Round(right-thickness/2)+thickness, math.Round(bottom-thickness/2)+thickness, ink)
}

// Path draws lines. The joins are round, not pointed as in a PDF; in thin lines this cannot be seen.
func (p *pngPen) Path(s picture.Stroke, lines ...[]picture.Point) {
	if s.Fill.A != 0 {
		for _, points := range lines {
			p.addPolygon(points)
		}
		p.fillShape(s.Fill)
	}
	if s.Ink.A == 0 {
		return
	}
	for _, points := range lines {
		if s.Closed && len(points) > 0 {
			points = append(slices.Clip(points), points[0])
		}
		for i, dash := range dashesOf(points, s.Dash) {
			for j, length := range dash {
				if j > 0 {
					p.addSegment(dash[j-1], length, s.Width/2)
				}
				if s.Round || j > 0 && j < len(dash)-1 || i == 0 && j == 0 && s.Closed {
					p.addPolygon(circleOf(length, s.Width/2))
				}
			}
		}
	}
	p.fillShape(s.Ink)
}

func (p *pngPen) Disc(x, y, r float64, s picture.Stroke) {
	s.Closed = true
	p.Path(s, circleOf(picture.Point{X: x, Y: y}, r))
}

func (p *pngPen) addPolygon(points []picture.Point) {
	var polygon []picture.Point
	for _, point := range points {
		x, y := p.toPixels(point.X, point.Y)
		polygon = append(polygon, picture.Point{X: x, Y: y})
	}
	p.shape = append(p.shape, polygon)
}

// addSegment adds a line with square ends. All segments and circles have the same direction of rotation, so that
// overlapping parts do not cancel each other.
func (p *pngPen) addSegment(a, b picture.Point, halfWidth float64) {
	length := math.Hypot(b.X-a.X, b.Y-a.Y)
	if length == 0 {
		return
	}
	x, y := (b.Y-a.Y)/length*halfWidth, (a.X-b.X)/length*halfWidth
	p.addPolygon([]picture.Point{{X: a.X + x, Y: a.Y + y}, {X: b.X + x, Y: b.Y + y}, {X: b.X - x, Y: b.Y - y}, {X: a.X - x, Y: a.Y - y}})
}

// fillShape fills the polygons in the field `shape`, and then empties this field. It computes only the pixels around
// the polygons.
func (p *pngPen) fillShape(ink color.RGBA) {
	var area image.Rectangle
	for _, polygon := range p.shape {
		for _, corner := range polygon {
			area = area.Union(image.Rect(int(corner.X)-1, int(corner.Y)-1, int(corner.X)+2, int(corner.Y)+2))
		}
	}
	area = area.Intersect(p.img.Bounds())
	z := vector.NewRasterizer(area.Dx(), area.Dy())
	for _, polygon := range p.shape {
		for i, corner := range polygon {
			x, y := float32(corner.X-float64(area.Min.X)), float32(corner.Y-float64(area.Min.Y))
			if i == 0 {
				z.MoveTo(x, y)
			} else {
				z.LineTo(x, y)
			}
		}
		z.ClosePath()
	}
	z.Draw(p.img, area, image.NewUniform(ink), image.Point{})
	p.shape = p.shape[:0]
}

func circleOf(centre picture.Point, r float64) (points []picture.Point) {
	const corners = 48
	for i := range corners {
		sin, cos := math.Sincos(2 * math.Pi * float64(i) / corners)
		points = append(points, picture.Point{X: centre.X + r*cos, Y: centre.Y + r*sin})
	}
	return points
}

// dashesOf divides a line into dashes of these lengths.
func dashesOf(points []picture.Point, lengths []float64) (dashes [][]picture.Point) {
	if len(lengths) == 0 || len(points) == 0 {
		return [][]picture.Point{points}
	}
	dash, n, left := []picture.Point{points[0]}, 0, lengths[0]
	for i := 1; i < len(points); i++ {
		from, to := points[i-1], points[i]
		long := math.Hypot(to.X-from.X, to.Y-from.Y)
		done := 0.0
		for ; long-done > left; left = lengths[n%len(lengths)] {
			done += left
			at := picture.Point{X: from.X + (to.X-from.X)*done/long, Y: from.Y + (to.Y-from.Y)*done/long}
			if n%2 == 0 {
				dashes = append(dashes, append(dash, at))
			}
			dash, n = []picture.Point{at}, n+1
		}
		left -= long - done
		dash = append(dash, to)
	}
	if n%2 == 0 {
		dashes = append(dashes, dash)
	}
	return dashes
}

func (p *pngPen) Text(x, y, size float64, ink color.RGBA, s string) {
	face := p.faces[size]
	if face == nil {
		// NewFace cannot fail: the font has been parsed, and the options are constant
		face, _ = opentype.NewFace(p.font, &opentype.FaceOptions{Size: size * p.scale, DPI: 72})
		p.faces[size] = face
	}
	d := font.Drawer{Dst: p.img, Src: image.NewUniform(ink), Face: face}
	px, py := p.toPixels(x, y)
	d.Dot = fixed.Point26_6{X: fixed.Int26_6(px*64) - d.MeasureString(s)/2, Y: fixed.Int26_6(py * 64)}
	d.DrawString(s)
}
