"""Who runs the site, for a page that the browser draws by itself."""

from litestar import get
from litestar.handlers import HTTPRouteHandler

from server.pages.schemas import Operator


def operator_handler(operator: Operator) -> HTTPRouteHandler:
    @get("/api/operator", operation_id="getOperator", summary="Who runs the site")
    async def get_operator() -> Operator:
        return operator

    return get_operator
