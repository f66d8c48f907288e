package face

import "math"

const meshPoints = 468

// Mesh is a face as 468 points (MediaPipe's face mesh, Kartynnik et al. 2019) with what follows from them. Points are
// x, y in pixels of the picture and z in the same unit, smaller towards the camera. Presence is the network's own
// probability that its input is a face, a second opinion on the detector. Yaw is positive when the face turns to the
// picture's right, Pitch when it looks down, Roll clockwise, all in degrees. EyeOpen are the openings of the eye on the
// picture's left and on its right (lid to lid over corner to corner); MouthOpen is likewise the gap between the lips.
type Mesh struct {
	Points           [meshPoints][3]float64
	Presence         float64
	Yaw, Pitch, Roll float64
	EyeOpen          [2]float64
	MouthOpen        float64
}

// EyeOpenFrom is the opening, lid to lid over corner to corner, from which an eye counts as open by the SDK's default;
// it is one of the project's requirements.
const EyeOpenFrom = .17

// The curve from an eye's opening to the probability that it is open.
const (
	sdkEyeOpen   = .4  // the SDK's eyeOpenProbability, reached at EyeOpenFrom
	eyeOpenWidth = .03 // how much more adds 1 to the probability's logarithmic odds
	mostOpening  = 1   // of any eye
)

// OpeningAt returns the opening of an eye at which it is open with a probability, 0..1: EyeOpenFrom at the SDK's
// default, and from 0, where every eye counts as open, to 1, which no eye reaches.
func OpeningAt(probability float64) float64 {
	return clamp(EyeOpenFrom+eyeOpenWidth*(logOdds(probability)-logOdds(sdkEyeOpen)), 0, mostOpening)
}

// EyeOpenProbability is the probability that the lesser open eye is open; OpeningAt is its inverse.
func (m *Mesh) EyeOpenProbability() float64 {
	return logistic(min(m.EyeOpen[0], m.EyeOpen[1]), EyeOpenFrom-eyeOpenWidth*logOdds(sdkEyeOpen), eyeOpenWidth)
}

func logOdds(p float64) float64 { return math.Log(p / (1 - p)) }

// NoseHeight returns where the nose's base lies between the top of the forehead and the chin: 0 at the top, 1 at the
// chin. It is 0 for a mesh without a height.
func (m *Mesh) NoseHeight() float64 {
	down, nose := sub(m.Points[chinTip], m.Points[foreheadTop]), sub(m.Points[noseBase], m.Points[foreheadTop])
	height := down[0]*down[0] + down[1]*down[1]
	if height == 0 {
		return 0
	}
	return (nose[0]*down[0] + nose[1]*down[1]) / height
}

// Points of the mesh by their indices.
const (
	eyeOuterLeft, eyeInnerLeft   = 33, 133 // the eye on the picture's left
	eyeInnerRight, eyeOuterRight = 362, 263
	foreheadTop, chinTip         = 10, 152
	noseBase                     = 2
	lipTop, lipLow               = 13, 14
	lipLeft, lipRight            = 78, 308
)

const (
	meshSide = 192
	eyeSide  = 64
	// The positions of the pupils in the picture on which the mesh network runs.
	meshLeftX, meshRightX, meshEyeY = 73., 119., 80.
	eyeScale                        = 2.3 // side of the eye picture over the eye's width
	pitchAtRest                     = 8.  // median slope from forehead to chin over photographs of people
)

// at is the place of a chip's pixel in the picture.
func (s similarity) at(x, y float64) (float64, float64) {
	return s.a*x - s.b*y + s.tx, s.b*x + s.a*y + s.ty
}

// pose reads the head's angles and the mouth off the points.
func (m *Mesh) pose() {
	across := sub(m.Points[eyeOuterRight], m.Points[eyeOuterLeft])
	down := sub(m.Points[chinTip], m.Points[foreheadTop])
	m.Roll = math.Atan2(across[1], across[0]) * 180 / math.Pi
	m.Yaw = math.Atan2(across[2], math.Hypot(across[0], across[1])) * 180 / math.Pi
	m.Pitch = math.Atan2(down[2], math.Hypot(down[0], down[1]))*180/math.Pi - pitchAtRest
	gap, width := sub(m.Points[lipLow], m.Points[lipTop]), sub(m.Points[lipRight], m.Points[lipLeft])
	m.MouthOpen = math.Hypot(gap[0], gap[1]) / max(math.Hypot(width[0], width[1]), 1)
}

func sub(a, b [3]float64) [3]float64 { return [3]float64{a[0] - b[0], a[1] - b[1], a[2] - b[2]} }
