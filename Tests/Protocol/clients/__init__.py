"""Small models of real clients: what each asks when a key is typed, what it then shows, in which order,
and what it does to the text when an item is accepted. A model is written from the client's sources, named
in its file, and checked in test_client_models.py against what the real client was seen to do."""
