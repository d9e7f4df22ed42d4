//go:build !purego

#include "textflag.h"

// JUDGE takes the masks of the quotes (R8) and the backslashes (R9) of a block
// of 64 bytes and whether its first byte is escaped (DX), and leaves in R8 the
// quotes that end a string and in DX the same for the next block.
//
// Where no two backslashes stand together, an escaped character is one behind a
// backslash. Else a backslash that is not escaped itself begins a run in which
// every second character is escaped: the subtraction carries through runs.
#define JUDGE(plain, done) \
	LEAQ (R9)(R9*1), R11 \
	ORQ  DX, R11         \
	TESTQ R9, R11        \
	JZ   plain           \
	MOVQ DX, R10         \
	NOTQ R10             \
	ANDQ R9, R10         \
	LEAQ (R10)(R10*1), R11 \
	ORQ  R15, R11        \
	SUBQ R10, R11        \
	XORQ R15, R11        \
	MOVQ R9, R12         \
	ORQ  DX, R12         \
	XORQ R11, R12        \
	ANDQ R9, R11         \
	SHRQ $63, R11        \
	MOVQ R11, DX         \
	NOTQ R12             \
	ANDQ R12, R8         \
	JMP  done            \
plain:                   \
	NOTQ R11             \
	SHRQ $63, R9         \
	MOVQ R9, DX          \
	ANDQ R11, R8         \
done:                    \
	TESTQ R8, R8

// func stringEnd(b []byte, wide bool) (at int, plain bool)
TEXT ·stringEnd(SB), NOSPLIT, $0-41
	MOVQ b_base+0(FP), SI
	MOVQ b_len+8(FP), CX
	MOVQ b_cap+16(FP), BX
	MOVB $0, plain+40(FP)
	MOVQ SI, DI

	MOVQ  $0x2222222222222222, AX
	MOVQ  AX, X8
	PUNPCKLQDQ X8, X8
	MOVQ  $0x5C5C5C5C5C5C5C5C, AX
	MOVQ  AX, X9
	PUNPCKLQDQ X9, X9

	// Most strings are short: look at 16 bytes first.
	CMPQ  CX, $16
	JLT   begin
	MOVOU (SI), X0
	MOVOU X0, X1
	PCMPEQB X8, X0
	PCMPEQB X9, X1
	PMOVMSKB X0, R8
	PMOVMSKB X1, R9
	TESTL R9, R9
	JNZ   begin
	TESTL R8, R8
	JZ    begin
	BSFL  R8, AX
	MOVQ  AX, at+32(FP)
	MOVB  $1, plain+40(FP)
	RET

begin:
	XORQ DX, DX
	MOVQ $0xAAAAAAAAAAAAAAAA, R15
	CMPB wide+24(FP), $0
	JNE  begin32

block16:
	CMPQ BX, $64
	JLT  out
	CMPQ CX, $0
	JLE  out
	MOVOU (SI), X0
	MOVOU 16(SI), X1
	MOVOU 32(SI), X2
	MOVOU 48(SI), X3
	MOVOU X0, X4
	MOVOU X1, X5
	MOVOU X2, X6
	MOVOU X3, X7
	PCMPEQB X8, X4
	PCMPEQB X8, X5
	PCMPEQB X8, X6
	PCMPEQB X8, X7
	PMOVMSKB X4, R8
	PMOVMSKB X5, R9
	PMOVMSKB X6, R10
	PMOVMSKB X7, R11
	SHLQ $16, R9
	SHLQ $32, R10
	SHLQ $48, R11
	ORQ  R9, R8
	ORQ  R11, R10
	ORQ  R10, R8
	PCMPEQB X9, X0
	PCMPEQB X9, X1
	PCMPEQB X9, X2
	PCMPEQB X9, X3
	PMOVMSKB X0, R9
	PMOVMSKB X1, R10
	PMOVMSKB X2, R11
	PMOVMSKB X3, R12
	SHLQ $16, R10
	SHLQ $32, R11
	SHLQ $48, R12
	ORQ  R10, R9
	ORQ  R12, R11
	ORQ  R11, R9
	JUDGE(plain16, done16)
	JNZ  found
	ADDQ $64, SI
	SUBQ $64, CX
	SUBQ $64, BX
	JMP  block16

begin32:
	VPBROADCASTQ X8, Y8
	VPBROADCASTQ X9, Y9

block32:
	CMPQ BX, $64
	JLT  out32
	CMPQ CX, $0
	JLE  out32
	VMOVDQU (SI), Y0
	VMOVDQU 32(SI), Y1
	VPCMPEQB Y0, Y8, Y2
	VPCMPEQB Y1, Y8, Y3
	VPCMPEQB Y0, Y9, Y4
	VPCMPEQB Y1, Y9, Y5
	VPMOVMSKB Y2, R8
	VPMOVMSKB Y3, R10
	VPMOVMSKB Y4, R9
	VPMOVMSKB Y5, R11
	SHLQ $32, R10
	SHLQ $32, R11
	ORQ  R10, R8
	ORQ  R11, R9
	JUDGE(plain32, done32)
	JNZ  found32
	ADDQ $64, SI
	SUBQ $64, CX
	SUBQ $64, BX
	JMP  block32

found32:
	VZEROUPPER

found:
	BSFQ R8, AX
	CMPQ AX, CX
	JGE  none             // it stands behind b
	SUBQ DI, SI
	ADDQ SI, AX
	MOVQ AX, at+32(FP)
	RET

none:
	ADDQ CX, SI
	JMP  ended

out32:
	VZEROUPPER

out:
	CMPQ CX, $0
	JGE  ended
	ADDQ CX, SI           // the last block reached behind b

ended:
	SUBQ DI, SI
	NOTQ SI
	MOVQ SI, at+32(FP)
	RET

// func hasAVX2() bool
//
// AVX2 is there when the processor has it and the system saves the registers.
TEXT ·hasAVX2(SB), NOSPLIT, $0-1
	MOVB $0, ret+0(FP)
	XORL AX, AX
	XORL CX, CX
	CPUID
	CMPL AX, $7
	JLT  no
	MOVL $1, AX
	XORL CX, CX
	CPUID
	ANDL $0x18000000, CX  // OSXSAVE and AVX
	CMPL CX, $0x18000000
	JNE  no
	XORL CX, CX
	XGETBV
	ANDL $6, AX           // XMM and YMM
	CMPL AX, $6
	JNE  no
	MOVL $7, AX
	XORL CX, CX
	CPUID
	ANDL $0x20, BX
	JZ   no
	MOVB $1, ret+0(FP)
no:
	RET
