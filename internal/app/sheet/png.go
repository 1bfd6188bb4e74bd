package sheet

import (
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"io"
	"math"

	"golang.org/x/image/font"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/math/fixed"

	"nonet/format"
	"nonet/internal/picture"
)

// MinPixels and MaxPixels limit the width of a picture.
const (
	MinPixels = 90
	MaxPixels = 8192
)

// PNG writes a picture of a puzzle. pixels is its width and height, from [MinPixels] to
// [MaxPixels].
func PNG(w io.Writer, z *format.Puzzle, look picture.Look, pixels int) error {
	if pixels < MinPixels || pixels > MaxPixels {
		return fmt.Errorf("sheet: %d pixels are not from %d to %d", pixels, MinPixels, MaxPixels)
	}
	parsed, err := opentype.Parse(sans())
	if err != nil {
		return err
	}
	p := &pngPen{img: image.NewRGBA(image.Rect(0, 0, pixels, pixels)), scale: float64(pixels) / picture.Whole, font: parsed, faces: map[float64]font.Face{}}
	draw.Draw(p.img, p.img.Bounds(), image.White, image.Point{}, draw.Src)
	picture.Paint(p, z, look)
	return png.Encode(w, p.img)
}

type pngPen struct {
	img   *image.RGBA
	scale float64 // pixels per unit
	font  *opentype.Font
	faces map[float64]font.Face // by size
}

// toPixels converts a coordinate of the board to pixels from the picture's edge.
func (p *pngPen) toPixels(units float64) float64 { return (units + picture.Margin) * p.scale }

func (p *pngPen) Fill(x, y, w, h float64, ink color.RGBA) {
	r := image.Rect(int(math.Round(p.toPixels(x))), int(math.Round(p.toPixels(y))), int(math.Round(p.toPixels(x+w))), int(math.Round(p.toPixels(y+h))))
	draw.Draw(p.img, r, image.NewUniform(ink), image.Point{}, draw.Src)
}

// Line draws a horizontal or vertical line. It covers whole pixels, so that it is not blurred.
func (p *pngPen) Line(x1, y1, x2, y2, width float64, ink color.RGBA) {
	wide := max(1, int(math.Round(width*p.scale)))
	left, top := int(math.Round(p.toPixels(x1)-float64(wide)/2)), int(math.Round(p.toPixels(y1)-float64(wide)/2))
	right, bottom := int(math.Round(p.toPixels(x2)-float64(wide)/2))+wide, int(math.Round(p.toPixels(y2)-float64(wide)/2))+wide
	draw.Draw(p.img, image.Rect(left, top, right, bottom), image.NewUniform(ink), image.Point{}, draw.Src)
}

func (p *pngPen) Text(x, y, size float64, ink color.RGBA, s string) {
	face := p.faces[size]
	if face == nil {
		// Cannot fail: the font was parsed, and the options are constant.
		face, _ = opentype.NewFace(p.font, &opentype.FaceOptions{Size: size * p.scale, DPI: 72})
		p.faces[size] = face
	}
	d := font.Drawer{Dst: p.img, Src: image.NewUniform(ink), Face: face}
	d.Dot = fixed.Point26_6{X: fixed.Int26_6(p.toPixels(x)*64) - d.MeasureString(s)/2, Y: fixed.Int26_6(p.toPixels(y) * 64)}
	d.DrawString(s)
}
