package engine

import "proofdesk/engine/face"

// descriptorModel is the hash of the face descriptor's weights; templates of different models can't be compared.
func descriptorModel() string { return face.Model("face_recognition").SHA256 }
