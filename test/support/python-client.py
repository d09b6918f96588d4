"""Uploads tickets and searches them with the generated client: URL, API key and the tickets as JSON come in, what came out is printed as JSON."""

import json
import sys

from precedent_client import AuthenticatedClient
from precedent_client.api.collections import list_collections_by_key
from precedent_client.api.search import search_by_key
from precedent_client.api.tickets import list_tickets_by_key, upload_tickets_by_key
from precedent_client.models import Refusal, Search, SearchResult, Tickets, UploadResult

url, key, query = sys.argv[1:]
with AuthenticatedClient(base_url=url, token=key, raise_on_unexpected_status=True) as client:
    (collection,) = list_collections_by_key.sync(client=client)
    body = Tickets.from_dict({"tickets": json.load(sys.stdin)})
    uploaded = upload_tickets_by_key.sync(client=client, body=body, collection_id=collection.id)
    assert isinstance(uploaded, UploadResult), uploaded
    search = Search(collection_id=collection.id, query=query, generate_answer=False)
    found = search_by_key.sync(client=client, body=search)
    assert isinstance(found, SearchResult), found
    listed = list_tickets_by_key.sync(collection.id, client=client, limit=1)
    refused = search_by_key.sync(client=client, body=Search(collection_id=collection.id, query=" "))
    assert isinstance(refused, Refusal), refused
    print(
        json.dumps(
            {
                "uploaded": uploaded.to_dict(),
                "sources": [source.to_dict() for source in found.sources],
                "flagged": [ticket.flagged_at for ticket in listed.tickets],
                "refused": refused.detail,
            }
        )
    )
