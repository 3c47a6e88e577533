package crypto

// LibraryError is an error of the library. The types of its kinds unwrap to it.
type LibraryError struct {
	// Message begins with the kind.
	Message string
}

// Error returns the message.
func (e *LibraryError) Error() string { return "lockstep: " + e.Message }

// ZKError is the base of the zero-knowledge and post-quantum errors. It is itself returned, for example, for a
// call after Cleanup.
type ZKError struct{ LibraryError }

// Unwrap returns the [LibraryError].
func (e *ZKError) Unwrap() error { return &e.LibraryError }

// InitializationError says that the configuration is invalid, or Initialize was not called.
type InitializationError struct{ ZKError }

// Unwrap returns the [ZKError].
func (e *InitializationError) Unwrap() error { return &e.ZKError }

// ProofGenerationError says that no proof can be made, for example of a false statement.
type ProofGenerationError struct{ ZKError }

// Unwrap returns the [ZKError].
func (e *ProofGenerationError) Unwrap() error { return &e.ZKError }

// VerificationError says that a proof cannot be checked. An invalid proof is not an error.
type VerificationError struct{ ZKError }

// Unwrap returns the [ZKError].
func (e *VerificationError) Unwrap() error { return &e.ZKError }

// OptimizationError says that a circuit cannot be optimized, or a GPU was requested.
type OptimizationError struct{ ZKError }

// Unwrap returns the [ZKError].
func (e *OptimizationError) Unwrap() error { return &e.ZKError }

// PostQuantumError says that a key, ciphertext or method does not fit the scheme.
type PostQuantumError struct{ ZKError }

// Unwrap returns the [ZKError].
func (e *PostQuantumError) Unwrap() error { return &e.ZKError }

// VMError says that the virtual machine stopped: the text names the limit, the assertion or the row.
type VMError struct{ ZKError }

// Unwrap returns the [ZKError].
func (e *VMError) Unwrap() error { return &e.ZKError }

// InvalidRequestError says that an argument has the wrong type or format.
type InvalidRequestError struct{ LibraryError }

// Unwrap returns the [LibraryError].
func (e *InvalidRequestError) Unwrap() error { return &e.LibraryError }

// ClosedHandleError says that the object was closed, or is of another kind or library.
type ClosedHandleError struct{ LibraryError }

// Unwrap returns the [LibraryError].
func (e *ClosedHandleError) Unwrap() error { return &e.LibraryError }

// CancelledError says that the call was cancelled, but not by its context.
type CancelledError struct{ LibraryError }

// Unwrap returns the [LibraryError].
func (e *CancelledError) Unwrap() error { return &e.LibraryError }

// SealError says that a message cannot be sealed.
type SealError struct{ LibraryError }

// Unwrap returns the [LibraryError].
func (e *SealError) Unwrap() error { return &e.LibraryError }

// OpenError says that an envelope cannot be opened: the same text for every cause.
type OpenError struct{ LibraryError }

// Unwrap returns the [LibraryError].
func (e *OpenError) Unwrap() error { return &e.LibraryError }

// HomomorphicError says that a value, key or ciphertext of BFV is refused.
type HomomorphicError struct{ LibraryError }

// Unwrap returns the [LibraryError].
func (e *HomomorphicError) Unwrap() error { return &e.LibraryError }

// DocumentError says that a key, chain, nonce or time of a verification cannot be read. A document that does not hold is
// not an error.
type DocumentError struct{ LibraryError }

// Unwrap returns the [LibraryError].
func (e *DocumentError) Unwrap() error { return &e.LibraryError }

// EntropyError says that the source of entropy failed.
type EntropyError struct{ LibraryError }

// Unwrap returns the [LibraryError].
func (e *EntropyError) Unwrap() error { return &e.LibraryError }

// InternalError says that the library failed. Please report it.
type InternalError struct{ LibraryError }

// Unwrap returns the [LibraryError].
func (e *InternalError) Unwrap() error { return &e.LibraryError }

// errorOf returns the error of a status of the library.
func errorOf(status uint32, text string) error {
	message := LibraryError{text}
	zk := ZKError{message}
	switch status {
	case 1:
		return &zk
	case 2:
		return &InitializationError{zk}
	case 3:
		return &ProofGenerationError{zk}
	case 4:
		return &VerificationError{zk}
	case 5:
		return &OptimizationError{zk}
	case 6:
		return &PostQuantumError{zk}
	case 7:
		return &VMError{zk}
	case 8:
		return &InvalidRequestError{message}
	case 9:
		return &ClosedHandleError{message}
	case 10:
		return &CancelledError{message}
	case 11:
		return &SealError{message}
	case 12:
		return &OpenError{message}
	case 13:
		return &HomomorphicError{message}
	case 14:
		return &DocumentError{message}
	case 15:
		return &EntropyError{message}
	case 16:
		return &InternalError{message}
	default:
		return &message
	}
}
