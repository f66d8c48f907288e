package chip

import (
	"crypto/elliptic"
	"encoding/asn1"
	"math/big"
)

// curve is y² = x³ + a·x + b over the field of p elements, with a point (x,y) of the prime order n. The arithmetic is
// plain and takes as long as the numbers ask for: it only ever sees public keys, signatures and the keys of specimens.
type curve struct {
	name             string
	id               asn1.ObjectIdentifier
	p, a, b, x, y, n *big.Int
	size             int // bytes of a field element
}

// point is a place on a curve; nil stands for the point at infinity.
type point struct{ x, y *big.Int }

// curves are those that States sign with: NIST's (FIPS 186-4) and Brainpool's (RFC 5639, section 3).
var curves = append(standard(), brainpool()...)

func standard() []*curve {
	var out []*curve
	for _, c := range []struct {
		id     asn1.ObjectIdentifier
		params *elliptic.CurveParams
	}{
		{asn1.ObjectIdentifier{1, 3, 132, 0, 33}, elliptic.P224().Params()},
		{asn1.ObjectIdentifier{1, 2, 840, 10045, 3, 1, 7}, elliptic.P256().Params()},
		{asn1.ObjectIdentifier{1, 3, 132, 0, 34}, elliptic.P384().Params()},
		{asn1.ObjectIdentifier{1, 3, 132, 0, 35}, elliptic.P521().Params()},
	} {
		p := c.params
		out = append(out, &curve{
			name: p.Name,
			id:   c.id,
			p:    p.P,
			a:    new(big.Int).Sub(p.P, big.NewInt(3)),
			b:    p.B,
			x:    p.Gx,
			y:    p.Gy,
			n:    p.N,
			size: (p.BitSize + 7) / 8,
		})
	}
	return out
}

// brainpool makes the curves from the numbers of RFC 5639: p, a, b, x, y and n.
func brainpool() []*curve {
	var out []*curve
	for i, bits := range [5]int{224, 256, 320, 384, 512} {
		var v [6]*big.Int
		for k, text := range brainpoolNumbers[i] {
			v[k], _ = new(big.Int).SetString(text, 16)
		}
		out = append(out, &curve{
			name: "brainpoolP" + big.NewInt(int64(bits)).String() + "r1",
			id:   asn1.ObjectIdentifier{1, 3, 36, 3, 3, 2, 8, 1, 1, 5 + 2*i},
			p:    v[0],
			a:    v[1],
			b:    v[2],
			x:    v[3],
			y:    v[4],
			n:    v[5],
			size: bits / 8,
		})
	}
	return out
}

var brainpoolNumbers = [5][6]string{
	{
		"D7C134AA264366862A18302575D1D787B09F075797DA89F57EC8C0FF",
		"68A5E62CA9CE6C1C299803A6C1530B514E182AD8B0042A59CAD29F43",
		"2580F63CCFE44138870713B1A92369E33E2135D266DBB372386C400B",
		"0D9029AD2C7E5CF4340823B2A87DC68C9E4CE3174C1E6EFDEE12C07D",
		"58AA56F772C0726F24C6B89E4ECDAC24354B9E99CAA3F6D3761402CD",
		"D7C134AA264366862A18302575D0FB98D116BC4B6DDEBCA3A5A7939F",
	},
	{
		"A9FB57DBA1EEA9BC3E660A909D838D726E3BF623D52620282013481D1F6E5377",
		"7D5A0975FC2C3057EEF67530417AFFE7FB8055C126DC5C6CE94A4B44F330B5D9",
		"26DC5C6CE94A4B44F330B5D9BBD77CBF958416295CF7E1CE6BCCDC18FF8C07B6",
		"8BD2AEB9CB7E57CB2C4B482FFC81B7AFB9DE27E1E3BD23C23A4453BD9ACE3262",
		"547EF835C3DAC4FD97F8461A14611DC9C27745132DED8E545C1D54C72F046997",
		"A9FB57DBA1EEA9BC3E660A909D838D718C397AA3B561A6F7901E0E82974856A7",
	},
	{
		"D35E472036BC4FB7E13C785ED201E065F98FCFA6F6F40DEF4F92B9EC7893EC28FCD412B1F1B32E27",
		"3EE30B568FBAB0F883CCEBD46D3F3BB8A2A73513F5EB79DA66190EB085FFA9F492F375A97D860EB4",
		"520883949DFDBC42D3AD198640688A6FE13F41349554B49ACC31DCCD884539816F5EB4AC8FB1F1A6",
		"43BD7E9AFB53D8B85289BCC48EE5BFE6F20137D10A087EB6E7871E2A10A599C710AF8D0D39E20611",
		"14FDD05545EC1CC8AB4093247F77275E0743FFED117182EAA9C77877AAAC6AC7D35245D1692E8EE1",
		"D35E472036BC4FB7E13C785ED201E065F98FCFA5B68F12A32D482EC7EE8658E98691555B44C59311",
	},
	{
		"8CB91E82A3386D280F5D6F7E50E641DF152F7109ED5456B412B1DA197FB71123ACD3A729901D1A71874700133107EC53",
		"7BC382C63D8C150C3C72080ACE05AFA0C2BEA28E4FB22787139165EFBA91F90F8AA5814A503AD4EB04A8C7DD22CE2826",
		"04A8C7DD22CE28268B39B55416F0447C2FB77DE107DCD2A62E880EA53EEB62D57CB4390295DBC9943AB78696FA504C11",
		"1D1C64F068CF45FFA2A63A81B7C13F6B8847A3E77EF14FE3DB7FCAFE0CBD10E8E826E03436D646AAEF87B2E247D4AF1E",
		"8ABE1D7520F9C2A45CB1EB8E95CFD55262B70B29FEEC5864E19C054FF99129280E4646217791811142820341263C5315",
		"8CB91E82A3386D280F5D6F7E50E641DF152F7109ED5456B31F166E6CAC0425A7CF3AB6AF6B7FC3103B883202E9046565",
	},
	{
		"AADD9DB8DBE9C48B3FD4E6AE33C9FC07CB308DB3B3C9D20ED6639CCA70330871" +
			"7D4D9B009BC66842AECDA12AE6A380E62881FF2F2D82C68528AA6056583A48F3",
		"7830A3318B603B89E2327145AC234CC594CBDD8D3DF91610A83441CAEA9863BC" +
			"2DED5D5AA8253AA10A2EF1C98B9AC8B57F1117A72BF2C7B9E7C1AC4D77FC94CA",
		"3DF91610A83441CAEA9863BC2DED5D5AA8253AA10A2EF1C98B9AC8B57F1117A7" +
			"2BF2C7B9E7C1AC4D77FC94CADC083E67984050B75EBAE5DD2809BD638016F723",
		"81AEE4BDD82ED9645A21322E9C4C6A9385ED9F70B5D916C1B43B62EEF4D0098E" +
			"FF3B1F78E2D0D48D50D1687B93B97D5F7C6D5047406A5E688B352209BCB9F822",
		"7DDE385D566332ECC0EABFA9CF7822FDF209F70024A57B1AA000C55B881F8111" +
			"B2DCDE494A5F485E5BCA4BD88A2763AED1CA2B2FA8F0540678CD1E0F3AD80892",
		"AADD9DB8DBE9C48B3FD4E6AE33C9FC07CB308DB3B3C9D20ED6639CCA70330870" +
			"553E5C414CA92619418661197FAC10471DB1D381085DDADDB58796829CA90069",
	},
}

// holds reports whether a point satisfies the curve's equation.
func (c *curve) holds(q point) bool {
	if q.x.Sign() < 0 || q.y.Sign() < 0 || q.x.Cmp(c.p) >= 0 || q.y.Cmp(c.p) >= 0 {
		return false
	}
	left := new(big.Int).Mul(q.y, q.y)
	right := new(big.Int).Mul(q.x, q.x)
	right.Add(right, c.a).Mul(right, q.x).Add(right, c.b)
	return left.Sub(left, right).Mod(left, c.p).Sign() == 0
}

// sum adds two points by the chord, or the tangent where they are one.
func (c *curve) sum(s, t *point) *point {
	switch {
	case s == nil:
		return t
	case t == nil:
		return s
	}
	slope, under := new(big.Int), new(big.Int)
	if s.x.Cmp(t.x) != 0 {
		slope.Sub(t.y, s.y)
		under.Sub(t.x, s.x)
	} else {
		if s.y.Cmp(t.y) != 0 || s.y.Sign() == 0 {
			return nil
		}
		slope.Mul(s.x, s.x).Mul(slope, big.NewInt(3)).Add(slope, c.a)
		under.Lsh(s.y, 1)
	}
	if under.ModInverse(under.Mod(under, c.p), c.p) == nil {
		return nil
	}
	slope.Mul(slope, under).Mod(slope, c.p)
	x := new(big.Int).Mul(slope, slope)
	x.Sub(x, s.x).Sub(x, t.x).Mod(x, c.p)
	y := new(big.Int).Sub(s.x, x)
	y.Mul(y, slope).Sub(y, s.y).Mod(y, c.p)
	return &point{x, y}
}

// times adds a point k times.
func (c *curve) times(k *big.Int, q *point) *point {
	var out *point
	for i := k.BitLen() - 1; i >= 0; i-- {
		out = c.sum(out, out)
		if k.Bit(i) == 1 {
			out = c.sum(out, q)
		}
	}
	return out
}

func (c *curve) base() *point { return &point{c.x, c.y} }

// number returns as many leading bits of a digest as the order has (FIPS 186-4, 6.4).
func (c *curve) number(digest []byte) *big.Int {
	e := new(big.Int).SetBytes(digest)
	if extra := 8*len(digest) - c.n.BitLen(); extra > 0 {
		e.Rsh(e, uint(extra))
	}
	return e
}

// pairOf is an ECDSA signature.
type pairOf struct{ R, S *big.Int }

// verify checks an ECDSA signature over a digest.
func (c *curve) verify(key point, digest, signature []byte) bool {
	var s pairOf
	if rest, err := asn1.Unmarshal(signature, &s); err != nil || len(rest) > 0 || s.R.Sign() <= 0 || s.S.Sign() <= 0 ||
		s.R.Cmp(c.n) >= 0 || s.S.Cmp(c.n) >= 0 {
		return false
	}
	w := new(big.Int).ModInverse(s.S, c.n)
	if w == nil {
		return false
	}
	u := new(big.Int).Mul(c.number(digest), w)
	v := new(big.Int).Mul(s.R, w)
	at := c.sum(c.times(u.Mod(u, c.n), c.base()), c.times(v.Mod(v, c.n), &key))
	return at != nil && new(big.Int).Mod(at.x, c.n).Cmp(s.R) == 0
}
