// Stands in for the model runtime where examples are made: nothing is recognised there.
export const InferenceSession = {}
export const Tensor = {}
