"""Policy that writes the header fields of letters."""

from email.policy import EmailPolicy

# RFC 5322: the most characters of a line.
LINE_MOST = 998
# RFC 2369: addresses in these fields must not be encoded words, which folding makes of long ones.
UNENCODED = frozenset({"list-unsubscribe", "list-unsubscribe-post"})


class LetterPolicy(EmailPolicy):
    """Default policy that leaves the fields of UNENCODED on one line, as they are."""

    def fold(self, name: str, value: str) -> str:
        """Returns a field as text, folded unless it is in UNENCODED."""
        folded: str = EmailPolicy.fold(self._for_field(name), name, value)
        return folded

    def fold_binary(self, name: str, value: str) -> bytes:
        """Returns a field as bytes, folded unless it is in UNENCODED."""
        return EmailPolicy.fold_binary(self._for_field(name), name, value)

    def _for_field(self, name: str) -> "LetterPolicy":
        """Returns a policy with lines of LINE_MOST for fields in UNENCODED, else this policy."""
        return self.clone(max_line_length=LINE_MOST) if name.lower() in UNENCODED else self


LETTER = LetterPolicy()
