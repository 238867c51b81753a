"""The phases in order, one module each; a phase is a generator that reads like its paragraph of the rules."""
