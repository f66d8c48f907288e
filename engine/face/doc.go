// Package face finds faces in pictures, judges their quality and compares them.
//
// Detection is pigo's pixel-intensity cascade (Markuš et al., "Object Detection with Pixel Intensity Comparisons
// Organized in Decision Trees", 2014), comparison a 128-dimensional descriptor by the residual network of package nn,
// quality the closed-form measures of ISO/IEC 29794-5. The cascades and weights are third-party files that the build
// copies beside this package and embeds; a binary that was built without them answers ErrNoModel and never something
// weaker. The device build (js) embeds the detector's cascade only: there faces have a box and a score, and no pupils.
//
// Nothing here distinguishes a living person from a picture of one: see package pad for what evidence there is.
package face
