"""Small models of real clients: which requests a key triggers, what is shown and in which order, and how
the text changes when an item is accepted. Each model is derived from the client's sources, which its file
names, and is checked in test_client_models.py against observed behaviour of the real client."""
