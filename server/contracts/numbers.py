"""Numbers in requests."""

from typing import Annotated

from msgspec import Meta

# Id of a database row. Databases refuse 2^63 and more; scripts read integers below 2^53 exactly.
RowId = Annotated[int, Meta(ge=0, le=2**53 - 1)]
